C     Types in fixed form, for views_of_type.
      MODULE FIXED_TYPES
      IMPLICIT NONE
      INTEGER, PARAMETER :: LM = 4
      TYPE CHUNK
*       columns 73 and behind are a comment                             REAL
        REAL*8, DIMENSION(:,:), POINTER :: U => NULL(), V => NULL(),    X
     1    W => NULL()
        INTEGER KT(LM, 2), NOTHING                                      no
!       between
	REAL, ALLOCATABLE, DIMENSION(:)
	1 :: TABBED
        REAL(KIND=KIND(1.0D0)), ALLOCATABLE :: RHO
     &                                          (:,:,:)
        CHARACTER*(8) NAMES(3); LOGICAL MASK(2)
      ENDTYPE CHUNK
      END MODULE
