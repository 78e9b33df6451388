! SPDX-License-Identifier: GPL-3.0-or-later
! Built with -O2: add() is put into the program twice, and has code of its own, too; inner() is there only where it was
! put. Each is called three times, by way of a loop.
module small_mod
   implicit none
   integer :: total = 0
contains
   subroutine add(n)
      integer, intent(in) :: n
      integer :: twice
      twice = 2*n
      total = total + twice ! adds
   end subroutine add
end module small_mod

program inlined_f
   use small_mod
   implicit none
   integer :: k, factor
   factor = 3 + command_argument_count()
   do k = 1, 3
      call flush (6)
      call add(k*factor)
      call flush (6)
      call inner(k)
      call flush (6)
   end do
   call add(100*factor)
   call flush (6)
   call chain(factor)
   print *, total
contains
   subroutine chain(m)
      integer, intent(in) :: m
      integer :: more
      more = m + total
      call link(more) ! chain calls it
      call flush (6)
   end subroutine chain
   subroutine link(p)
      integer, intent(in) :: p
      call flush (6)
      total = total + 7*p ! in link
      call flush (6)
   end subroutine link
   subroutine inner(n)
      integer, intent(in) :: n
      integer :: square
      square = n*factor
      total = total + square ! in inner
   end subroutine inner
end program inlined_f
