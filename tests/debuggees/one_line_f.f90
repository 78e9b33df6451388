! SPDX-License-Identifier: GPL-3.0-or-later
! As one_line.cpp, in Fortran. Its arguments are passed by their addresses, the first in the first register.
integer function plain(a); integer :: a; plain = a; end function
integer function early(a)
  integer :: a
  early = 0
  if (a > 0) return
  early = a * a
end function
subroutine fill(a, n); integer :: a, n; real :: x(n); x(1) = a; print *, x(1); end subroutine
program one_line
  integer :: plain, early
  print *, plain(11), early(11)
  call fill(11, 3)
end program
