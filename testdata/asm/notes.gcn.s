	.text
	.globl all.kinds
	.balign 256
	.type all.kinds, %function
all.kinds:
.Lall.kinds.bb0:
	s_endpgm
.Lall.kinds.end:
	.size all.kinds, .Lall.kinds.end-all.kinds
	.section .rodata,"a",@progbits
	.balign 64
	.amdhsa_kernel all.kinds
	.amdhsa_group_segment_fixed_size 0
	.amdhsa_private_segment_fixed_size 0
	.amdhsa_kernarg_size 392
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
	.amdhsa_next_free_vgpr 0
	.amdhsa_next_free_sgpr 0
	.amdhsa_reserve_vcc 0
	.amdhsa_reserve_flat_scratch 0
	.amdhsa_float_denorm_mode_32 3
	.amdhsa_float_denorm_mode_16_64 3
	.amdhsa_dx10_clamp 1
	.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
	.text
	.globl start
	.balign 256
	.type start, %function
start:
.Lstart.bb0:
	s_endpgm
.Lstart.end:
	.size start, .Lstart.end-start
	.section .rodata,"a",@progbits
	.balign 64
	.amdhsa_kernel start
	.amdhsa_group_segment_fixed_size 0
	.amdhsa_private_segment_fixed_size 0
	.amdhsa_kernarg_size 280
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
	.amdhsa_next_free_vgpr 0
	.amdhsa_next_free_sgpr 0
	.amdhsa_reserve_vcc 0
	.amdhsa_reserve_flat_scratch 0
	.amdhsa_float_denorm_mode_32 3
	.amdhsa_float_denorm_mode_16_64 3
	.amdhsa_dx10_clamp 1
	.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
	.text
	.globl none
	.balign 256
	.type none, %function
none:
.Lnone.bb0:
	s_endpgm
.Lnone.end:
	.size none, .Lnone.end-none
	.section .rodata,"a",@progbits
	.balign 64
	.amdhsa_kernel none
	.amdhsa_group_segment_fixed_size 0
	.amdhsa_private_segment_fixed_size 0
	.amdhsa_kernarg_size 0
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
	.amdhsa_next_free_vgpr 0
	.amdhsa_next_free_sgpr 0
	.amdhsa_reserve_vcc 0
	.amdhsa_reserve_flat_scratch 0
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
      - .actual_access:  read_only
        .address_space:  global
        .is_const:       true
        .is_restrict:    true
        .name:           A
        .offset:         0
        .size:           8
        .type_name:      none
        .value_kind:     global_buffer
      - .access:         write_only
        .actual_access:  write_only
        .address_space:  global
        .is_volatile:    true
        .name:           B
        .offset:         8
        .size:           8
        .type_name:      write_only
        .value_kind:     global_buffer
      - .address_space:  local
        .offset:         16
        .pointee_align:  16
        .size:           4
        .type_name:      none
        .value_kind:     dynamic_shared_pointer
      - .name:           S
        .offset:         32
        .size:           24
        .type_name:      unsigned int
        .value_kind:     by_value
      - .name:           !str n
        .offset:         64
        .size:           16
        .type_name:      none
        .value_kind:     by_value
      - .access:         read_only
        .offset:         80
        .size:           8
        .type_name:      none
        .value_kind:     image
      - .offset:         88
        .size:           1
        .type_name:      !str y
        .value_kind:     by_value
      - .offset:         89
        .size:           1
        .value_kind:     by_value
      - .access:         read_write
        .is_pipe:        true
        .name:           'null'
        .offset:         96
        .size:           8
        .type_name:      !str '1'
        .value_kind:     pipe
      - .address_space:  generic
        .offset:         104
        .size:           8
        .type_name:      none
        .value_kind:     global_buffer
      - .address_space:  local
        .offset:         112
        .pointee_align:  1
        .size:           4
        .type_name:      none
        .value_kind:     dynamic_shared_pointer
      - .address_space:  global
        .offset:         120
        .size:           8
        .type_name:      none
        .value_kind:     global_buffer
      - .name:           !str 'true'
        .offset:         128
        .size:           1
        .type_name:      none
        .value_kind:     sampler
      - .offset:         136
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         140
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         144
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         148
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         150
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         152
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         154
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         156
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         158
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         176
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         184
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         192
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         200
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         208
        .size:           8
        .value_kind:     hidden_printf_buffer
      - .offset:         216
        .size:           8
        .value_kind:     hidden_hostcall_buffer
      - .offset:         224
        .size:           8
        .value_kind:     hidden_multigrid_sync_arg
      - .offset:         232
        .size:           8
        .value_kind:     hidden_heap_v1
      - .offset:         240
        .size:           8
        .value_kind:     hidden_default_queue
      - .offset:         248
        .size:           8
        .value_kind:     hidden_completion_action
      - .offset:         256
        .size:           4
        .value_kind:     hidden_dynamic_lds_size
      - .offset:         336
        .size:           8
        .value_kind:     hidden_queue_ptr
    .device_enqueue_symbol: rh
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 16
    .kernarg_segment_size: 392
    .language:       OpenCL C
    .language_version:
      - 1
      - 2
    .max_flat_workgroup_size: 128
    .name:           all.kinds
    .private_segment_fixed_size: 0
    .reqd_workgroup_size:
      - 128
      - 1
      - 1
    .sgpr_count:     4
    .sgpr_spill_count: 0
    .symbol:         all.kinds.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vec_type_hint:  int4
    .vgpr_count:     0
    .vgpr_spill_count: 0
    .wavefront_size: 64
    .workgroup_size_hint:
      - 128
      - 1
      - 1
  - .args:
      - .name:           !str yes
        .offset:         0
        .size:           4
        .value_kind:     by_value
      - .name:           odd name
        .offset:         8
        .size:           8
        .value_kind:     by_value
      - .name:           !str inf
        .offset:         16
        .size:           1
        .value_kind:     by_value
      - .name:           !str '1e5'
        .offset:         17
        .size:           1
        .value_kind:     by_value
      - .offset:         24
        .size:           4
        .value_kind:     hidden_block_count_x
      - .offset:         28
        .size:           4
        .value_kind:     hidden_block_count_y
      - .offset:         32
        .size:           4
        .value_kind:     hidden_block_count_z
      - .offset:         36
        .size:           2
        .value_kind:     hidden_group_size_x
      - .offset:         38
        .size:           2
        .value_kind:     hidden_group_size_y
      - .offset:         40
        .size:           2
        .value_kind:     hidden_group_size_z
      - .offset:         42
        .size:           2
        .value_kind:     hidden_remainder_x
      - .offset:         44
        .size:           2
        .value_kind:     hidden_remainder_y
      - .offset:         46
        .size:           2
        .value_kind:     hidden_remainder_z
      - .offset:         64
        .size:           8
        .value_kind:     hidden_global_offset_x
      - .offset:         72
        .size:           8
        .value_kind:     hidden_global_offset_y
      - .offset:         80
        .size:           8
        .value_kind:     hidden_global_offset_z
      - .offset:         88
        .size:           2
        .value_kind:     hidden_grid_dims
      - .offset:         96
        .size:           8
        .value_kind:     hidden_printf_buffer
      - .offset:         104
        .size:           8
        .value_kind:     hidden_hostcall_buffer
      - .offset:         112
        .size:           8
        .value_kind:     hidden_multigrid_sync_arg
      - .offset:         128
        .size:           8
        .value_kind:     hidden_default_queue
      - .offset:         136
        .size:           8
        .value_kind:     hidden_completion_action
      - .offset:         144
        .size:           4
        .value_kind:     hidden_dynamic_lds_size
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 280
    .kind:           init
    .language:       OpenCL C
    .language_version:
      - 1
      - 2
    .max_flat_workgroup_size: 1024
    .max_num_workgroups_x: 3
    .max_num_workgroups_y: 4
    .max_num_workgroups_z: 5
    .name:           start
    .private_segment_fixed_size: 0
    .sgpr_count:     4
    .sgpr_spill_count: 0
    .symbol:         start.kd
    .uses_dynamic_stack: false
    .vec_type_hint:  uint
    .vgpr_count:     0
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .args:           []
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 4
    .kernarg_segment_size: 0
    .language:       OpenCL C
    .language_version:
      - 1
      - 2
    .max_flat_workgroup_size: 1024
    .name:           none
    .private_segment_fixed_size: 0
    .sgpr_count:     4
    .sgpr_spill_count: 0
    .symbol:         none.kd
    .uses_dynamic_stack: false
    .vgpr_count:     0
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.printf:
  - '1:1:4:%d\n'
  - "2:0:a 'b'\n"
amdhsa.target:   amdgcn-amd-amdhsa--gfx906
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
