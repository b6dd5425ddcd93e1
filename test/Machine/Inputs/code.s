# RAFTER-BEGIN small
.rept 12000
  nop
.endr
# RAFTER-END
# RAFTER-BEGIN large
.rept 24576
  nop
.endr
# RAFTER-END
