	.text
	.globl budget
	.balign 256
	.type budget, %function
budget:
.Lbudget.bb0:
	s_mov_b32 s32, 0x400
	v_writelane_b32 v3, s4, 0
	v_writelane_b32 v3, s5, 1
	buffer_load_dword v2, v0, s[0:3], 0 offen glc
	s_waitcnt vmcnt(0)
	buffer_wbinvl1_vol
	buffer_load_dword v1, v0, s[0:3], 0 offen offset:4 glc
	s_waitcnt vmcnt(0)
	buffer_wbinvl1_vol
	buffer_store_dword v2, v1, s[0:3], 0 offen
	v_mov_b32_e32 v1, 2
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, v1, s[0:3], 0 offen
	v_readlane_b32 s4, v3, 0
	v_readlane_b32 s5, v3, 1
	s_or_saveexec_b64 vcc, -1
	buffer_store_dword v3, off, s[0:3], 0
	s_mov_b64 exec, vcc
	s_swappc_b64 s[30:31], s[4:5]
	s_or_saveexec_b64 vcc, -1
	buffer_load_dword v3, off, s[0:3], 0
	s_mov_b64 exec, vcc
	s_waitcnt vmcnt(0)
	v_readlane_b32 s4, v3, 0
	v_readlane_b32 s5, v3, 1
	v_mov_b32_e32 v0, s4
	buffer_store_dword v0, v0, s[0:3], 0 offen
	s_endpgm
.Lbudget.end:
	.size budget, .Lbudget.end-budget
	.section .rodata,"a",@progbits
	.balign 64
	.amdhsa_kernel budget
	.amdhsa_group_segment_fixed_size 0
	.amdhsa_private_segment_fixed_size 16400
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
	.amdhsa_next_free_vgpr 4
	.amdhsa_next_free_sgpr 102
	.amdhsa_reserve_vcc 1
	.amdhsa_reserve_flat_scratch 1
	.amdhsa_float_denorm_mode_32 3
	.amdhsa_float_denorm_mode_16_64 3
	.amdhsa_dx10_clamp 1
	.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .offset:         0
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         4
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         8
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         12
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         14
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         16
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         18
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         20
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         22
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         40
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         48
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         56
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         64
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         80
        .size:           8
        .value_kind:     hidden_hostcall_buffer
      - .offset:         88
        .size:           8
        .value_kind:     hidden_multigrid_sync_arg
      - .offset:         96
        .size:           8
        .value_kind:     hidden_heap_v1
      - .offset:         104
        .size:           8
        .value_kind:     hidden_default_queue
      - .offset:         112
        .size:           8
        .value_kind:     hidden_completion_action
      - .offset:         200
        .size:           8
        .value_kind:     hidden_queue_ptr
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 256
    .max_flat_workgroup_size: 1024
    .name:           budget
    .private_segment_fixed_size: 16400
    .sgpr_count:     108
    .sgpr_spill_count: 2
    .symbol:         budget.kd
    .uses_dynamic_stack: true
    .vgpr_count:     4
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx906
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
