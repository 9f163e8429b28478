c     A multigrid solver for a periodic Poisson problem on vertices.
c     Standard input: the vertices in each direction, the number of
c     V-cycles, and the name of a file for u and r or 'none'.
      program vmg
      include 'grid.inc'
      integer n(3), cycles, q, proven, state, start, finish, rate
      character*200 name
      double precision rl2, rmax

      read(*, *) n(1), n(2), n(3)
      read(*, *) cycles
      read(*, *) name
      call setup(n)
      call charge(v, m(1,lt), m(2,lt), m(3,lt))
      call zero(u(io(lt)), m(1,lt), m(2,lt), m(3,lt))

      call system_clock(start, rate)
      call resnrm(rl2, rmax)
      write(*, '(a, i4, 2es24.16)') 'cycle', 0, rl2, rmax
      do q = 1, cycles
        call mgcyc
        call resnrm(rl2, rmax)
        write(*, '(a, i4, 2es24.16)') 'cycle', q, rl2, rmax
      enddo
      call system_clock(finish)
      write(*, '(a, f10.4)') 'seconds', dble(finish - start)/rate

      if (name .ne. 'none') then
        call output(name, u(io(lt)), r(io(lt)), m(1,lt), m(2,lt),
     &    m(3,lt))
      endif
      state = proven(n, cycles, rl2)
      if (state .eq. 1) write(*, '(a)') 'verification successful'
      if (state .eq. -1) write(*, '(a)') 'verification value unknown'
      if (state .eq. 0) then
        write(*, '(a)') 'verification failed'
        stop 3
      endif
      end
