! SPDX-License-Identifier: GPL-3.0-or-later
! Arrays of every sort: explicit, assumed and automatic shapes, assumed size and rank, allocatable and pointer, sections
! with strides of both signs, bounds other than 1, no elements. Each element tells its subscripts.
! `n` is 3: compilers do not know, since it depends on the command line.
module array_tools
   implicit none
contains
   subroutine explicit_shapes(n, m, ex, sz, open_ended)
      integer, intent(in) :: n, m
      integer, intent(in) :: ex(n, m)
      integer, intent(in) :: sz(n, *)
      real(8), intent(in) :: open_ended(-1:*)
      integer :: fix(2, 3), deep(2, 2, 2), negative(-2:1), plane(0:1, -1:1), nothing(0)
      integer :: auto2(2*n - 1, -m:m), auto_none(n:m)
      integer :: i, j, k
      forall (i=1:2, j=1:3) fix(i, j) = 10*i + j
      forall (i=1:2, j=1:2, k=1:2) deep(i, j, k) = 100*i + 10*j + k
      negative = [(i, i=-2, 1)]
      forall (i=0:1, j=-1:1) plane(i, j) = 100*i + j
      forall (i=1:2*n - 1, j=-m:m) auto2(i, j) = 100*i + j
      auto_none = 0
      nothing = 0
      call flush(6) ! stop: explicit_shapes
      print *, ex, sz(:, 1:2), open_ended(-1:1), fix, deep, negative, plane, auto2, size(auto_none), size(nothing)
   end subroutine

   subroutine assumed_shapes(as, as0, single, none, wide)
      integer, intent(in) :: as(:, :)
      integer, intent(in) :: as0(0:)
      real(4), intent(in), contiguous :: single(:)
      integer, intent(in) :: none(:)
      real(16), intent(in) :: wide(-5:, :)
      call flush(6) ! stop: assumed_shapes
      print *, as, as0, single, size(none), wide
   end subroutine

   subroutine assumed_rank(asr)
      integer, intent(in) :: asr(..)
      call flush(6) ! stop: assumed_rank
      print *, rank(asr), size(asr)
   end subroutine

   subroutine optionals(i, x, list, fixed, alloc, point)
      integer, intent(in), optional :: i
      real(8), intent(in), optional :: x
      integer, intent(in), optional :: list(:)
      integer, intent(in), optional :: fixed(3)
      integer, allocatable, intent(in), optional :: alloc(:)
      integer, pointer, intent(in), optional :: point
      if (present(x)) then
         call flush(6) ! stop: present
         print *, i, x, list, fixed, alloc, point
      else
         call flush(6) ! stop: absent
         print *, present(i), present(list), present(fixed), present(alloc), present(point)
      end if
   end subroutine

   subroutine allocatables(n)
      integer, intent(in) :: n
      integer, allocatable :: al(:), al2(:, :), never(:), scalar, no_scalar, empty(:)
      real(8), allocatable :: value
      complex(4), allocatable :: zs(:)
      logical(1), allocatable :: flags(:)
      integer :: i, j
      allocate (al(2:n + 3), al2(-1:1, 2), scalar, value, zs(2), flags(0:2), empty(5:4))
      al = [(i*i, i=2, n + 3)]
      forall (i=-1:1, j=1:2) al2(i, j) = 10*i + j
      scalar = 28 + n
      value = 2.75d0
      zs = [(1.0, -1.0), (0.5, 2.0)]
      flags = [.true._1, .false._1, logical(n == 3, 1)]
      call flush(6) ! stop: allocatables
      print *, al, al2, scalar, value, zs, flags, allocated(never), allocated(no_scalar), size(empty)
      deallocate (al, scalar)
      call flush(6) ! stop: deallocated
      print *, allocated(al), allocated(scalar)
   end subroutine

   subroutine pointers(n)
      integer, intent(in) :: n
      integer, target :: a(10), mat(3, 4)
      integer, pointer :: third(:), back(:), slab(:, :), column(:), one, nowhere, none(:), cross(:, :)
      real(8), pointer :: own(:)
      integer :: i, j
      a = [(i*11, i=1, 10)]
      forall (i=1:3, j=1:4) mat(i, j) = 10*i + j
      third => a(1:10:n)
      back => a(10:1:-(n + 1))
      slab(0:1, 5:6) => a(n:6)
      column => mat(n - 1, :)
      one => a(n)
      cross => mat(3:1:-2, 4:2:-1)
      nullify (nowhere, none)
      allocate (own(-1:1))
      own = [0.5d0, 1.5d0, 2.5d0]
      call flush(6) ! stop: pointers
      print *, third, back, slab, column, one, cross, own, associated(nowhere), associated(none)
      deallocate (own)
   end subroutine

   function squares(n) result(list)
      integer, intent(in) :: n
      integer :: list(n)
      integer :: i
      list = [(i*i, i=1, n)]
      call flush(6) ! stop: squares
      list(1) = -1
   end function
end module

program arrays
   use array_tools
   implicit none
   integer :: n, m, i, j
   integer :: mat(6, 4), ten(10)
   integer, target :: goal
   integer, pointer :: point
   integer, allocatable :: alloc(:)
   real(16) :: wide(2, 2)
   n = 3 + command_argument_count()
   m = n - 1
   forall (i=1:6, j=1:4) mat(i, j) = 10*i + j
   ten = [(i, i=101, 110)]
   goal = 5*n
   point => goal
   alloc = [7, 8, 9]
   wide = reshape([0.5_16, 1.5_16, 2.5_16, 3.5_16], [2, 2])
   call explicit_shapes(n, m, reshape([(i, i=1, 6)], [3, 2]), mat, [0.25d0, 0.5d0, 0.75d0])
   call assumed_shapes(mat(1:5:2, 2:4), ten(8:2:-3), [1.5, 2.5], ten(n:m), wide)
   call assumed_rank(mat(1:2, 1:4:n))
   call assumed_rank(n)
   call optionals(n, 2.5d0, ten(1:2), ten(4:6), alloc, point)
   call optionals()
   call allocatables(n)
   call pointers(n)
   ten(1:n) = squares(n)
   print *, ten
end program
