; Waves, work groups and limits: how many registers are left.
target triple = "amdgcn-amd-amdhsa"
define void @plain() { ret void }
define void @wg256() #0 { ret void }
define void @waves2() #1 { ret void }
define void @numvgpr() #2 { ret void }
define void @numsgpr() #3 { ret void }
define amdgpu_kernel void @k() { ret void }
define amdgpu_kernel void @kwaves8() #4 { ret void }
define amdgpu_kernel void @kwaves10() #5 { ret void }
define amdgpu_kernel void @kwaves6() #6 { ret void }
define amdgpu_kernel void @kbad() #7 { ret void }
define void @align(i32 %x) { %a = alloca i32, align 64, addrspace(5)
 store volatile i32 %x, ptr addrspace(5) %a
 ret void }
define void @stackarg([40 x i32] %x) { %a = alloca i32, align 64, addrspace(5)
 %y = extractvalue [40 x i32] %x, 39
 store volatile i32 %y, ptr addrspace(5) %a
 ret void }
define void @dyn(i32 %n) { %a = alloca i32, i32 4, align 32, addrspace(5)
 store volatile i32 %n, ptr addrspace(5) %a
 ret void }
attributes #0 = { "amdgpu-flat-work-group-size"="1,256" }
attributes #1 = { "amdgpu-flat-work-group-size"="1,256" "amdgpu-waves-per-eu"="2,4" }
attributes #2 = { "amdgpu-num-vgpr"="24" }
attributes #3 = { "amdgpu-num-sgpr"="40" }
attributes #4 = { "amdgpu-flat-work-group-size"="1,64" "amdgpu-waves-per-eu"="8" }
attributes #5 = { "amdgpu-flat-work-group-size"="1,64" "amdgpu-waves-per-eu"="10,10" }
attributes #6 = { "amdgpu-flat-work-group-size"="1,64" "amdgpu-waves-per-eu"="6" }
attributes #7 = { "amdgpu-waves-per-eu"="2" }
