c     The blocks of porting_guide/fixed_form.md, word for word, and a
c     test of them. A test of the build compares the page with this
c     file, so both change together. The program itself comes last.

c     The view of the work array.
      module work_view
      use viewfab, only: vf_view
      implicit none
      type(vf_view), save :: work
      end module

c     Once, when the offsets are known: the part that is in use.
      subroutine wrapwk
      use work_view, only: work
      implicit none
      integer n, iu, ir, nwork
      double precision w
      common /layout/ n, iu, ir, nwork
      common /fields/ w(100000)

      call work%wrap_without_target(w(1:nwork), label='w')
      end

c     r = r + s u. It is called as before: call addto(w(iu), w(ir), ...)
      subroutine addto(u, r, n, s)
      use viewfab, only: vf_axpy, vf_box, vf_view
      implicit none
      integer n
      double precision u(n,n,n), r(n,n,n), s
      type(vf_view) u_view, r_view

      call u_view%wrap_without_target(u, label='u', join=.true.)
      call r_view%wrap_without_target(r, label='r', join=.true.)
      call vf_axpy(vf_box([1, 1, 1], [n, n, n]), s, u_view, r_view)
      call u_view%release()
      call r_view%release()
      end

c     A routine that works on its array itself, beside a kernel.
      subroutine limit(r, n, most)
      use viewfab, only: vf_box, vf_fence, vf_norm_max, vf_update,
     &  vf_view
      implicit none
      integer n
      double precision r(n*n*n), most, largest
      type(vf_view) r_view

      call r_view%wrap(r(1), [1, 1, 1], [n, n, n], 1, join=.true.)
      call vf_norm_max(vf_box([1, 1, 1], [n, n, n]), r_view, largest)
      call r_view%to_host(vf_update)
      call vf_fence(r)
      r(1) = min(r(1), most*largest)
      call vf_fence(r)
      call r_view%release()
      end

c     With TARGET, in a module, for callers that say use limits.
      module limits
      contains
      subroutine floor_of(r, n, least)
      use viewfab, only: vf_update, vf_view
      integer n
      double precision, target :: r(n,n,n)
      double precision least
      type(vf_view) r_view

      call r_view%wrap(r, label='r', join=.true.)
      call r_view%to_host(vf_update)
      r(1,1,1) = max(r(1,1,1), least)
      call r_view%release()
      end subroutine
      end module

c     One storage under two names.
      subroutine shared(first, last)
      use viewfab, only: vf_box, vf_fence, vf_fill_value, vf_update,
     &  vf_view
      implicit none
      double precision q(5,8,8), rho(8,8), first, last
      equivalence (rho, q)
      type(vf_view) q_view

      q = 1
      call q_view%wrap_without_target(q, label='q')
      call vf_fill_value(vf_box([1, 1, 1], [5, 8, 8]), q_view, 2.0d0)
      call q_view%to_host(vf_update)
      call vf_fence(q)
      rho(8,8) = rho(8,8) + 1
      call vf_fence(q)
      call vf_fill_value(vf_box([1, 1, 1], [1, 1, 1]), q_view, 7.0d0)
      call q_view%to_host()
      call vf_fence(q)
      first = rho(1,1)
      last = q(4,5,2)
      call q_view%release()
      end

c     Module variables in place of a common block.
      module state
      implicit none
      double precision, target, save :: t(16,16,0:9)
      end module

      subroutine heat
      use state, only: t
      use viewfab, only: vf_add_constant, vf_box, vf_update, vf_view
      implicit none
      type(vf_view) t_view

      call t_view%wrap(t, lower=[1, 1, 0], label='t')
      call vf_add_constant(vf_box([1, 1, 1], [16, 16, 8]), t_view,
     &  0.5d0)
      call t_view%to_host(vf_update)
      t(:,:,9) = t(:,:,8)
      call t_view%release()
      end

c     Assumed size: bounds and components are said at the wrap.
      subroutine scale(a, n1, n2, n3, nc)
      use viewfab, only: vf_box, vf_fill_value, vf_update, vf_view
      implicit none
      integer n1, n2, n3, nc
      double precision a(0:n1,n2,n3,*)
      type(vf_view) a_view

      call a_view%wrap(a(0,1,1,1), [0, 1, 1], [n1, n2, n3], nc,
     &  label='a')
      call vf_fill_value(vf_box([0, 1, 1], [n1, n2, n3]), a_view, 3.0d0)
      call a_view%to_host(vf_update)
      call a_view%release()
      end

c     The names listed in getting_started.md of the guide.
      subroutine names
      use viewfab
      use claims, only: check
      implicit none
      type(vf_box) box
      type(vf_boundary) walls
      type(vf_counters) moved
      double precision, target :: x(8,8,8)
      type(vf_view) x_view
      integer d

      box = vf_box([0, 0, 0], [3, 5, 7])
      call check(product(box%upper - box%lower + 1) == 192, 'lower and '
     &  // 'upper are the members of a box')
      box%upper(3) = box%lower(3)
      call check(vf_box_cells(box) == 24, 'a box may be changed')
      walls%kind = [vf_periodic, vf_neumann, vf_dirichlet, vf_periodic,
     &  vf_reflect_odd, vf_unfilled]
      walls%order = 2
      walls%distance = 0
      call check(walls%kind(1) == walls%kind(4), 'kinds are those of '
     &  // 'x low, y low, z low, x high, y high, z high')
      x = 1
      call x_view%wrap(x, label='x')
      call vf_counters_reset()
      do d = 1, 2
        call vf_add_constant(vf_box([1, 1, 1], [8, 8, 8]), x_view,
     &    1.0d0)
      enddo
      call x_view%to_host()
      call vf_counters_get(moved)
      call check(moved%launches == 2 .and. moved%copies_to_device <= 1
     &  .and. moved%bytes_to_host == 4096*moved%copies_to_host,
     &  'counters tell of launches, copies and bytes')
      call x_view%counters(moved)
      call check(moved%copies_to_host <= 1, 'and so for one array')
      call x_view%release()
      end

      program fixed_form
      use viewfab, only: VF_ERROR_OVERLAP, VF_OK, vf_box, vf_finalize,
     &  vf_fill_value, vf_view
      use claims, only: check
      use limits, only: floor_of
      use state, only: t
      use work_view, only: work
      implicit none
      integer n, iu, ir, nwork, j, ierr
      double precision w, a(0:3,4,5,2), first, last, x(4)
      integer ix(8)
      equivalence (x, ix)
      common /layout/ n, iu, ir, nwork
      common /fields/ w(100000)
      type(vf_view) part, other

      n = 6
      iu = 1
      ir = iu + n**3
      nwork = 2*n**3
      do j = 1, nwork
        w(j) = j
      enddo
      w(nwork+1) = -1
      call wrapwk
      call addto(w(iu), w(ir), n, 2.0d0)
      call addto(w(ir), w(iu), n, 1.0d0)
      call limit(w(ir), n, 0.25d0)
      call floor_of(w(iu), n, 1.0d3)
      call part%wrap(w(nwork), [1], [2], 1, join=.true., ierr=ierr)
      call check(ierr .eq. VF_ERROR_OVERLAP, 'a slice beyond the part '
     &  // 'that was wrapped is refused')
      call part%wrap(w(1), [1], [4], 1, join=.true., ierr=ierr)
      call check(ierr .eq. VF_OK, 'a slice may have any shape')
      call vf_fill_value(vf_box([4, 1, 1], [4, 1, 1]), part, 0.0d0)
      call part%release()
      call work%to_host()
      call work%release()
      call check(nint(w(2)) .eq. 2 + 218 + 2*2, 'routines work on '
     &  // 'slices')
      call check(nint(w(n**3+2)) .eq. 218 + 4, 'and on others')
      call check(nint(w(n**3+1)) .eq. 216, 'stores beside a kernel '
     &  // 'arrive')
      call check(nint(w(1)) .eq. 1000, 'and those of a module '
     &  // 'procedure')
      call check(nint(w(4)) .eq. 0, 'a slice of another shape is the '
     &  // 'same array')
      call check(nint(w(nwork+1)) .eq. -1, 'what lies behind stays')

      call shared(first, last)
      call check(nint(first) .eq. 7, 'another name of the same storage '
     &  // 'reads what a kernel wrote')
      call check(nint(last) .eq. 3, 'what was stored through it goes '
     &  // 'to the device')
      x = 0
      call part%wrap_without_target(x, label='x')
      call other%wrap_without_target(ix, label='ix', join=.true.,
     &                               ierr=ierr)
      call check(ierr .eq. VF_ERROR_OVERLAP, 'the same storage as '
     &  // 'integers is refused')
      call part%release()
      t = 1
      call heat
      call check(nint(2*sum(t(:,:,8))) .eq. 3*256 .and.
     &  nint(2*sum(t)) .eq. 256*(2 + 9*3), 'module arrays')
      a = 0
      call scale(a, 3, 4, 5, 2)
      call check(nint(sum(a)) .eq. 480, 'arrays of assumed size')
      call names
      call vf_finalize()
      end
