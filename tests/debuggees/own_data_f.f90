! SPDX-License-Identifier: GPL-3.0-or-later
! What each thread of OpenMP has for itself: of a module, and of a procedure. Each of three threads adds its number.
module own_mod
   implicit none
   integer :: per_thread = 5
   real(8) :: field(4) = [0.5d0, 1.5d0, 2.5d0, 3.5d0]
   real(8), allocatable :: heap(:)
   !$omp threadprivate(per_thread, field, heap)
contains
   subroutine turn(who)
      integer, intent(in) :: who
      integer, save :: inside = 50
      !$omp threadprivate(inside)
      inside = inside + who
      per_thread = per_thread + who
      field(2) = field(2) + who
      if (who > 0) then
         allocate (heap(who))
         heap = 4*who
      end if
      !$omp barrier
      if (who == 0) call pause_here(who) ! all stand
      !$omp barrier
      call done(who)
   end subroutine
   subroutine pause_here(who)
      integer, intent(in) :: who
      if (who > 5) print *, who ! stops are made here
   end subroutine
   subroutine done(who)
      integer, intent(in) :: who
      if (who > 5) print *, per_thread ! is done
   end subroutine
end module

program own_data_f
   use own_mod
   use omp_lib
   implicit none
   !$omp parallel num_threads(3)
   call turn(omp_get_thread_num())
   !$omp end parallel
end program
