	.text
	.globl kernel
	.balign 256
	.type kernel, %function
kernel:
.Lkernel.bb0:
	s_mov_b32 s32, 0x800
	v_writelane_b32 v2, s8, 0
	v_writelane_b32 v2, s9, 1
	buffer_store_dword v0, off, s[96:99], 0
	s_or_saveexec_b64 vcc, -1
	buffer_store_dword v2, off, s[96:99], 0 offset:16
	s_mov_b64 exec, vcc
	s_swappc_b64 s[30:31], s[4:5]
	s_or_saveexec_b64 vcc, -1
	buffer_load_dword v2, off, s[96:99], 0 offset:16
	s_mov_b64 exec, vcc
	s_waitcnt vmcnt(0)
	v_readlane_b32 s8, v2, 0
	v_readlane_b32 s9, v2, 1
	buffer_load_dword v0, off, s[96:99], 0
	v_mov_b32_e32 v1, s8
	s_endpgm
.Lkernel.end:
	.size kernel, .Lkernel.end-kernel
	.section .rodata,"a",@progbits
	.balign 64
	.amdhsa_kernel kernel
	.amdhsa_group_segment_fixed_size 0
	.amdhsa_private_segment_fixed_size 16416
	.amdhsa_kernarg_size 256
	.amdhsa_user_sgpr_count 0
	.amdhsa_user_sgpr_private_segment_buffer 0
	.amdhsa_user_sgpr_dispatch_ptr 0
	.amdhsa_user_sgpr_queue_ptr 0
	.amdhsa_user_sgpr_kernarg_segment_ptr 0
	.amdhsa_user_sgpr_dispatch_id 0
	.amdhsa_user_sgpr_flat_scratch_init 0
	.amdhsa_user_sgpr_private_segment_size 0
	.amdhsa_uses_dynamic_stack 1
	.amdhsa_system_sgpr_private_segment_wavefront_offset 1
	.amdhsa_system_sgpr_workgroup_id_x 0
	.amdhsa_system_sgpr_workgroup_id_y 0
	.amdhsa_system_sgpr_workgroup_id_z 0
	.amdhsa_system_sgpr_workgroup_info 0
	.amdhsa_system_vgpr_workitem_id 0
	.amdhsa_next_free_vgpr 64
	.amdhsa_next_free_sgpr 102
	.amdhsa_reserve_vcc 1
	.amdhsa_reserve_flat_scratch 1
	.amdhsa_float_denorm_mode_32 3
	.amdhsa_float_denorm_mode_16_64 3
	.amdhsa_dx10_clamp 1
	.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
	.text
	.globl function
	.balign 256
	.type function, %function
function:
.Lfunction.bb0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_or_saveexec_b64 vcc, -1
	buffer_store_dword v0, off, s[0:3], s32 offset:20
	s_mov_b64 exec, vcc
	v_writelane_b32 v0, s33, 4
	s_mov_b32 s33, s32
	s_add_u32 s32, s32, 0x800
	v_writelane_b32 v0, s30, 1
	v_writelane_b32 v0, s31, 2
	v_writelane_b32 v0, s34, 3
	buffer_store_dword v40, off, s[0:3], s33 offset:16
	v_writelane_b32 v0, s8, 0
	s_swappc_b64 s[30:31], s[4:5]
	s_or_saveexec_b64 vcc, -1
	buffer_store_dword v0, off, s[0:3], s33
	s_mov_b64 exec, vcc
	s_swappc_b64 s[30:31], s[4:5]
	s_sub_u32 s33, s32, 0x800
	s_or_saveexec_b64 vcc, -1
	buffer_load_dword v0, off, s[0:3], s33
	s_mov_b64 exec, vcc
	s_waitcnt vmcnt(0)
	v_readlane_b32 s8, v0, 0
	v_readlane_b32 s30, v0, 1
	v_readlane_b32 s31, v0, 2
	v_readlane_b32 s34, v0, 3
	buffer_load_dword v40, off, s[0:3], s33 offset:16
	s_mov_b32 s32, s33
	v_readlane_b32 s33, v0, 4
	s_or_saveexec_b64 vcc, -1
	buffer_load_dword v0, off, s[0:3], s32 offset:20
	s_mov_b64 exec, vcc
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[6:7]
.Lfunction.end:
	.size function, .Lfunction.end-function
