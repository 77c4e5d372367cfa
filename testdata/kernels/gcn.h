// What the kernels use of the machine, without a device library.

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define noinline      __attribute__((noinline))
#define inline_always static inline __attribute__((always_inline))
#define workgroup(n)  __attribute__((amdgpu_flat_work_group_size(n, n)))

inline_always uint
local_id(void)
{
	return __builtin_amdgcn_workitem_id_x();
}

inline_always uint
group_id(void)
{
	return __builtin_amdgcn_workgroup_id_x();
}

inline_always uint
global_id(void)
{
	return __builtin_amdgcn_workgroup_id_x() *
		       (uint)__builtin_amdgcn_workgroup_size_x() +
	       __builtin_amdgcn_workitem_id_x();
}

inline_always void
sync(void)
{
	__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
	__builtin_amdgcn_s_barrier();
	__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
