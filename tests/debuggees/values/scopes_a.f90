! SPDX-License-Identifier: GPL-3.0-or-later
! Scopes across files, first file: modules, a submodule, common blocks, a BLOCK DATA; used by scopes_b.f90.
module geometry
   implicit none
   integer :: cells = 120
   real(8) :: spacing(3) = [0.1d0, 0.2d0, 0.4d0]
   character(len=8) :: title = 'geometry'
   integer, allocatable :: owners(:)
   integer, parameter :: version = 7
   real(8), private :: hidden = 6.5d0
   integer :: shared_name = 1001
   type box
      real(8) :: low, high
   end type
   type(box), target :: world = box(-1d0, 2d0)
   type(box), pointer :: current => null()
   interface
      module subroutine refine(times)
         integer, intent(in) :: times
      end subroutine
   end interface
contains
   subroutine set_up(n)
      integer, intent(in) :: n
      integer, save :: calls = 0
      calls = calls + 1
      owners = [n, 2*n, 3*n]
      current => world
      hidden = hidden + calls
      ! ask: cells, spacing, title, version, hidden, world, calls, geometry::cells, geometry%spacing(2)
      ! ask: allocated(owners), lbound(owners,1), ubound(owners,1), size(owners), shape(owners), sum(owners)
      ! ask: maxval(owners)
      ! ask: associated(current), associated(current,world), current%high, world%low, physics::steps, physics%dt, n
      call flush(6) ! stop: module_procedure
   end subroutine
end module

submodule(geometry) refining
   implicit none
   integer :: level = 4
contains
   module procedure refine
      integer :: before
      before = cells
      level = level + times
      cells = cells*times
      ! ask: cells, level, before, times, geometry::cells, geometry%title, owners(2), world%high, hidden
      call flush(6) ! stop: submodule
      print *, before, level, cells
   end procedure
end submodule

module physics
   implicit none
   integer :: steps = 55
   integer :: shared_name = 2002
   real(8) :: dt = 0.125d0
   integer :: unused = 31337
end module

module facade ! what it has of others, it hands on
   use geometry, only: cells, mesh_cells => cells
   use physics
   implicit none
   integer :: own = 9
end module

block data starts
   implicit none
   integer :: nb
   real(8) :: xs(2)
   common /blk/ xs, nb
   data xs, nb/1.5d0, 2.5d0, 17/
end block data

subroutine fill_common(n)
   implicit none
   integer, intent(in) :: n
   integer :: nb, blank_first
   real(8) :: xs(2), blank_second
   common /blk/ xs, nb
   common blank_second, blank_first
   nb = nb + n
   xs(2) = xs(2)*n
   blank_first = 600 + n
   blank_second = 0.75d0
   ! ask: nb, xs, xs(2), blank_first, blank_second, sum(xs)
   call flush(6) ! stop: common
   print *, nb, xs, blank_first, blank_second
end subroutine
