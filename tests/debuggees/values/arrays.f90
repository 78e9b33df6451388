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
      ! ask: lbound(open_ended,1), open_ended(-1), open_ended(1), ubound(open_ended,1), size(open_ended), lbound(sz,2)
      ! ask: ubound(sz,1), ubound(sz,2), size(sz,1), shape(sz), sz(2,2), sz(:,2)
      ! ask: size(ex), shape(ex), sum(ex), ex(2,:), minval(auto2), maxval(auto2), lbound(auto2,2), ubound(auto2,2)
      ! ask: shape(auto2), size(auto_none), shape(nothing), sum(fix), deep(2,1,2), negative(-2), plane(:,0)
      ! ask: rank(deep)
      call flush(6) ! stop: explicit_shapes
      print *, ex, sz(:, 1:2), open_ended(-1:1), fix, deep, negative, plane, auto2, size(auto_none), size(nothing)
   end subroutine

   subroutine assumed_shapes(as, as0, single, none, wide)
      integer, intent(in) :: as(:, :)
      integer, intent(in) :: as0(0:)
      real(4), intent(in), contiguous :: single(:)
      integer, intent(in) :: none(:)
      real(16), intent(in) :: wide(-5:, :)
      ! ask: as, as(2,:), as(:,2), shape(as), size(as), size(as,2), sum(as), minval(as), maxval(as), lbound(as,1)
      ! ask: ubound(as,2), rank(as)
      ! ask: as0, lbound(as0,1), ubound(as0,1), sum(as0), single, maxval(single), size(none), sum(none), shape(wide)
      ! ask: lbound(wide,1), ubound(wide,1), sum(wide)
      call flush(6) ! stop: assumed_shapes
      print *, as, as0, single, size(none), wide
   end subroutine

   subroutine assumed_rank(asr)
      integer, intent(in) :: asr(..)
      ! ask: rank(asr), size(asr), shape(asr), sum(asr)
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
         ! ask: present(i), present(x), present(list), present(fixed), present(alloc), present(point), i, x, list
         ! ask: fixed, alloc, point, sum(list), size(alloc), associated(point)
         call flush(6) ! stop: present
         print *, i, x, list, fixed, alloc, point
      else
         ! ask: present(i), present(x), present(list), present(fixed), present(alloc), present(point), i, list, fixed
         ! ask: alloc, size(list)
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
      ! ask: al, allocated(al), lbound(al,1), ubound(al,1), size(al), shape(al2), lbound(al2,1), ubound(al2,2)
      ! ask: sum(al2), minval(al), maxval(al), al(3:4), al2(-1,:)
      ! ask: allocated(never), allocated(scalar), allocated(no_scalar), scalar, no_scalar, value, allocated(empty)
      ! ask: size(empty), lbound(empty,1), ubound(empty,1), never, size(never), zs(2), flags(1)
      call flush(6) ! stop: allocatables
      print *, al, al2, scalar, value, zs, flags, allocated(never), allocated(no_scalar), size(empty)
      deallocate (al, scalar)
      ! ask: allocated(al), allocated(scalar), al, scalar
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
      ! ask: third, back, slab, column, one, cross, own, third(2), back(2:3), slab(:,5), cross(1,2), size(third)
      ! ask: shape(slab), lbound(slab,2), ubound(slab,2), sum(cross), minval(back), maxval(column)
      ! ask: associated(third), associated(nowhere), associated(none), associated(third,a)
      ! ask: associated(third,a(1:10:3)), associated(back,a(10:1:-4)), associated(one,a(3)), associated(slab,a(3:6))
      ! ask: nowhere, none, own(-1), lbound(own,1)
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
