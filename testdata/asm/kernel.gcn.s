	.text
	.globl kernel
	.balign 256
	.type kernel, %function
kernel:
.Lkernel.bb0:
	s_mov_b64 s[14:15], s[2:3]
	s_mov_b64 s[12:13], s[0:1]
	s_add_u32 s12, s12, s7
	s_addc_u32 s13, s13, 0
	s_load_dwordx2 s[8:9], s[4:5], 0x0
	s_waitcnt lgkmcnt(0)
	v_writelane_b32 v10, s8, 0
	v_writelane_b32 v10, s9, 1
	v_mov_b32_e32 v1, 0x3f800000
	v_lshlrev_b64 v[2:3], 2, v[0:1]
	buffer_store_dword v2, off, s[12:15], 0
	buffer_store_dword v3, off, s[12:15], 0 offset:4
	buffer_load_dword v2, off, s[12:15], 0
	s_nop 0
	buffer_load_dword v3, off, s[12:15], 0 offset:4
	v_readlane_b32 s10, v10, 0
	v_readlane_b32 s11, v10, 1
	s_nop 4
	global_load_dword v4, v0, s[10:11] offset:4
	s_waitcnt vmcnt(0)
	v_add_f32_e64 v4, -v4, |v1|
	v_pk_fma_f16 v5, v1, v1, v1 neg_lo:[0,0,1]
	global_store_dword v[2:3], v4, off
	ds_read_b32 v8, v0 offset:32768
	s_waitcnt lgkmcnt(0)
	ds_read2_b32 v[8:9], v0 offset0:3 offset1:255
	v_mov_b32_e32 v7, s5
	v_mov_b32_e32 v6, s4
	s_endpgm
.Lkernel.end:
	.size kernel, .Lkernel.end-kernel
	.section .rodata,"a",@progbits
	.balign 64
	.amdhsa_kernel kernel
	.amdhsa_group_segment_fixed_size 0
	.amdhsa_private_segment_fixed_size 16
	.amdhsa_kernarg_size 256
	.amdhsa_user_sgpr_count 6
	.amdhsa_user_sgpr_private_segment_buffer 1
	.amdhsa_user_sgpr_dispatch_ptr 0
	.amdhsa_user_sgpr_queue_ptr 0
	.amdhsa_user_sgpr_kernarg_segment_ptr 1
	.amdhsa_user_sgpr_dispatch_id 0
	.amdhsa_user_sgpr_flat_scratch_init 0
	.amdhsa_user_sgpr_private_segment_size 0
	.amdhsa_uses_dynamic_stack 0
	.amdhsa_system_sgpr_private_segment_wavefront_offset 1
	.amdhsa_system_sgpr_workgroup_id_x 0
	.amdhsa_system_sgpr_workgroup_id_y 0
	.amdhsa_system_sgpr_workgroup_id_z 0
	.amdhsa_system_sgpr_workgroup_info 0
	.amdhsa_system_vgpr_workitem_id 0
	.amdhsa_next_free_vgpr 11
	.amdhsa_next_free_sgpr 16
	.amdhsa_reserve_vcc 0
	.amdhsa_reserve_flat_scratch 0
	.amdhsa_float_denorm_mode_32 3
	.amdhsa_float_denorm_mode_16_64 3
	.amdhsa_dx10_clamp 1
	.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
