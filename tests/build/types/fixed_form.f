! t says: :6: a component has to have a name here, in place of '3'
      MODULE M
      TYPE T
C       B
        REAL A(3),
     1       3(B)
      END TYPE
      END MODULE
