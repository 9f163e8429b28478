C     The use of the legacy symbols by a code in Fortran 77, without
C     interfaces. The arrays include ghost cells and rows of odd
C     lengths. Each printed number is checked.
      PROGRAM CALLS
      IMPLICIT NONE
      INTEGER WRONG
      COMMON /COUNT/ WRONG
      WRONG = 0
      CALL LEVELS
      CALL SMOOTH
      CALL WALLS
      CALL CENTRE
      IF (WRONG .GT. 0) THEN
        PRINT *, WRONG, ' results are wrong'
        STOP 1
      END IF
      PRINT *, 'all results are right'
      END

C     Compares a number with its value, up to a few roundings.
      SUBROUTINE EXPECT(NAME, GOT, RIGHT)
      IMPLICIT NONE
      CHARACTER*(*) NAME
      DOUBLE PRECISION GOT, RIGHT
      INTEGER WRONG
      COMMON /COUNT/ WRONG
      PRINT '(1X, A, 2(1X, F14.8))', NAME, GOT, RIGHT
C     A NaN fails too.
      IF (.NOT. ABS(GOT - RIGHT) .LE. 1.0D-12*(1 + ABS(RIGHT))) THEN
        PRINT *, NAME, ' is wrong'
        WRONG = WRONG + 1
      END IF
      END

C     The field i + 10 j + 100 k, to a coarse level and back.
      SUBROUTINE LEVELS
      IMPLICIT NONE
      DOUBLE PRECISION F(-4:3,-4:3,-4:3), C(-3:2,-3:2,-3:2), G
      INTEGER LO(3), HI(3), I, J, K
      EXTERNAL AVERAGE3DGEN, INTERP3DGEN
      DATA LO /-2, -2, -2/, HI /1, 1, 1/
      DO 12 K = -4, 3
      DO 11 J = -4, 3
      DO 10 I = -4, 3
        F(I,J,K) = I + 10*J + 100*K
   10 CONTINUE
   11 CONTINUE
   12 CONTINUE
      DO 22 K = -3, 2
      DO 21 J = -3, 2
      DO 20 I = -3, 2
        C(I,J,K) = -7
   20 CONTINUE
   21 CONTINUE
   22 CONTINUE
      CALL AVERAGE3DGEN(C, -3, -3, -3, 2, 2, 2, F, -4, -4, -4, 3, 3, 3,
     &  LO, HI, 1)
      CALL EXPECT('average', C(-2,1,0), 2*(-2 + 10*1 + 100*0) + 55.5D0)
      CALL EXPECT('average, ghost', C(-3,1,0), -7.0D0)
      G = F(-4,3,1)
      CALL INTERP3DGEN(F, -4, -4, -4, 3, 3, 3, C, -3, -3, -3, 2, 2, 2,
     &  LO, HI, 1)
      CALL EXPECT('interp', F(-4,3,1), G + C(-2,1,0))
      END

C     Red-black sweeps of laplacian(phi) = rhs on a single cell among
C     ghosts, the second colour after the first.
      SUBROUTINE SMOOTH
      IMPLICIT NONE
      DOUBLE PRECISION PHI(-1:1,-1:1,-1:1), RHS(0:0,0:0,0:0), CF(6), H
      DOUBLE PRECISION Y(0:0,0:0,0:0)
      INTEGER M(6), LO(3), HI(3), I, J, K
      EXTERNAL GSRB3DSIM, ADOTX3DSIM
      DATA LO /0, 0, 0/, HI /0, 0, 0/, CF /6*-1.0D0/, M /1, 1, 4*0/
      DO 12 K = -1, 1
      DO 11 J = -1, 1
      DO 10 I = -1, 1
        PHI(I,J,K) = 1
   10 CONTINUE
   11 CONTINUE
   12 CONTINUE
      PHI(0,0,0) = 3
      RHS(0,0,0) = 8
      H = 0.5D0
      CALL ADOTX3DSIM(Y, 0, 0, 0, 0, 0, 0, PHI, -1, -1, -1, 1, 1, 1,
     &  LO, HI, 1, H)
      CALL EXPECT('adotx', Y(0,0,0), (6.0D0 - 6*3)/0.25D0)
      CALL SWEEP(PHI, RHS, CF, M, LO, HI, H, 1)
      CALL EXPECT('other colour', PHI(0,0,0), 3.0D0)
      CALL SWEEP(PHI, RHS, CF, M, LO, HI, H, 0)
C     delta = -2: two faces have a mask of 1
      CALL EXPECT('gsrb', PHI(0,0,0), (2.0D0 - 6 - 2*3)/(-2.0D0 - 6))
      CALL EXPECT('gsrb, ghost', PHI(-1,0,0), 1.0D0)
      END

      SUBROUTINE SWEEP(PHI, RHS, CF, M, LO, HI, H, COLOUR)
      IMPLICIT NONE
      DOUBLE PRECISION PHI(27), RHS(1), CF(6), H
      INTEGER M(6), LO(3), HI(3), COLOUR
      EXTERNAL GSRB3DSIM
      CALL GSRB3DSIM(PHI, -1, -1, -1, 1, 1, 1, RHS, 0, 0, 0, 0, 0, 0,
     &  CF(1), 0, 0, 0, 0, 0, 0, M(1), -1, 0, 0, -1, 0, 0,
     &  CF(2), 0, 0, 0, 0, 0, 0, M(2), 0, -1, 0, 0, -1, 0,
     &  CF(3), 0, 0, 0, 0, 0, 0, M(3), 0, 0, -1, 0, 0, -1,
     &  CF(4), 0, 0, 0, 0, 0, 0, M(4), 1, 0, 0, 1, 0, 0,
     &  CF(5), 0, 0, 0, 0, 0, 0, M(5), 0, 1, 0, 0, 1, 0,
     &  CF(6), 0, 0, 0, 0, 0, 0, M(6), 0, 0, 1, 0, 0, 1,
     &  LO, HI, LO, HI, 1, H, COLOUR)
      END

C     Two cells beside a wall at x = 0: orders 2 and 3.
      SUBROUTINE WALLS
      IMPLICIT NONE
      DOUBLE PRECISION PHI(-1:2,-1:1,-1:1), BCVAL(-1:-1,0:0,0:0)
      DOUBLE PRECISION DEN(0:0,0:0,0:0), H(3), X(3), C(3)
      INTEGER MASK(-1:-1,0:0,0:0), LO(3), HI(3), I
      EXTERNAL APPLYBC3DGEN, POLYINTERPCOEFF
      DATA LO /0, 0, 0/, HI /1, 0, 0/, H /3*0.25D0/
      DO 10 I = -1, 2
        PHI(I,0,0) = 2*I + 1
   10 CONTINUE
      BCVAL(-1,0,0) = 5
      DEN(0,0,0) = 0
      MASK(-1,0,0) = 2
      CALL APPLYBC3DGEN(1, 1, 2, PHI, -1, -1, -1, 2, 1, 1, 0, 101,
     &  0.0D0, BCVAL, -1, 0, 0, -1, 0, 0, MASK, -1, 0, 0, -1, 0, 0,
     &  DEN, 0, 0, 0, 0, 0, 0, LO, HI, 1, H)
      CALL EXPECT('applybc', PHI(-1,0,0), 2*5.0D0 - 1)
      CALL EXPECT('den', DEN(0,0,0), -1.0D0)
      X(1) = 0
      X(2) = 0.5D0
      X(3) = 1.5D0
      CALL POLYINTERPCOEFF(-0.5D0, X, 3, C)
      CALL EXPECT('weight of the wall', C(1), 8.0D0/3)
      CALL EXPECT('weight of a cell', C(2), -2.0D0)
      END

C     Names with underscores.
      SUBROUTINE CENTRE
      IMPLICIT NONE
      DOUBLE PRECISION FINE(3,2,4), CRSE(1), FX(2), FY(2), FZ(2), CC(3)
      DOUBLE PRECISION DX(3), PROBLO(3)
      INTEGER ONE(3), RATIO(3), I, J, K
      EXTERNAL BL_AVGDOWN, BL_AVG_FC_TO_CC
      DATA ONE /1, 1, 1/, RATIO /3, 2, 4/, FX /1, 2/, FY /3, 5/
      DATA FZ /-1, 1/, DX /3*1.0D0/, PROBLO /3*0.0D0/
      DO 12 K = 1, 4
      DO 11 J = 1, 2
      DO 10 I = 1, 3
        FINE(I,J,K) = I + 10*J + 100*K
   10 CONTINUE
   11 CONTINUE
   12 CONTINUE
C     The coarse cell 1 is over the fine cells from ratio*1 on.
      CALL BL_AVGDOWN(ONE, ONE, FINE, 3, 2, 4, 5, 3, 7, CRSE, 1, 1, 1,
     &  1, 1, 1, RATIO, 1)
      CALL EXPECT('avgdown', CRSE(1), 2 + 15 + 250.0D0)
      CALL BL_AVG_FC_TO_CC(ONE, ONE, CC, 1, 1, 1, 1, 1, 1,
     &  FX, 1, 1, 1, 2, 1, 1, FY, 1, 1, 1, 1, 2, 1,
     &  FZ, 1, 1, 1, 1, 1, 2, DX, PROBLO, 0)
      CALL EXPECT('fc_to_cc, x', CC(1), 1.5D0)
      CALL EXPECT('fc_to_cc, y', CC(2), 4.0D0)
      CALL EXPECT('fc_to_cc, z', CC(3), 0.0D0)
      END
