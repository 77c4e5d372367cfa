	.text
	.globl double
	.balign 256
	.type double, %function
double:
.Ldouble.bb0:
	v_fmac_f64_e32 v[2:3], 0x40140000, v[0:1]
	v_fmac_f64_e32 v[2:3], 0xbff0000000000000, v[0:1]
	buffer_wbl2
	s_waitcnt vmcnt(0)
	global_store_dwordx2 v[0:1], v[2:3], off
	s_endpgm
.Ldouble.end:
	.size double, .Ldouble.end-double
	.section .rodata,"a",@progbits
	.balign 64
	.amdhsa_kernel double
	.amdhsa_group_segment_fixed_size 0
	.amdhsa_private_segment_fixed_size 0
	.amdhsa_kernarg_size 256
	.amdhsa_user_sgpr_count 0
	.amdhsa_user_sgpr_private_segment_buffer 0
	.amdhsa_user_sgpr_dispatch_ptr 0
	.amdhsa_user_sgpr_queue_ptr 0
	.amdhsa_user_sgpr_kernarg_segment_ptr 0
	.amdhsa_user_sgpr_dispatch_id 0
	.amdhsa_user_sgpr_flat_scratch_init 0
	.amdhsa_user_sgpr_private_segment_size 0
	.amdhsa_uses_dynamic_stack 0
	.amdhsa_system_sgpr_private_segment_wavefront_offset 0
	.amdhsa_system_sgpr_workgroup_id_x 0
	.amdhsa_system_sgpr_workgroup_id_y 0
	.amdhsa_system_sgpr_workgroup_id_z 0
	.amdhsa_system_sgpr_workgroup_info 0
	.amdhsa_system_vgpr_workitem_id 0
	.amdhsa_next_free_vgpr 4
	.amdhsa_next_free_sgpr 0
	.amdhsa_accum_offset 4
	.amdhsa_reserve_vcc 0
	.amdhsa_reserve_flat_scratch 0
	.amdhsa_float_denorm_mode_32 3
	.amdhsa_float_denorm_mode_16_64 3
	.amdhsa_dx10_clamp 1
	.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
