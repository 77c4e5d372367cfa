	.section .note.GNU-stack,"",%progbits
	.text
	.globl eh
	.balign 16
	.type eh, %function
eh:
	.cfi_startproc
	.cfi_personality 0x9b, DW.ref.__gxx_personality_v0
	.cfi_lsda 0x1b, .Leh.lsda
.Leh.bb0:
	pushq %rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	movq %rdi, %rbx
.Leh.eh0:
	callq may
.Leh.eh1:
.Leh.bb1:
.Leh.eh2:
.Ltmp7:
	movq %rbx, %rdi
	callq may
.Leh.eh3:
.Ltmp8:
.Leh.bb5:
	.cfi_remember_state
	popq %rbx
	.cfi_def_cfa_offset 8
	retq
	.cfi_restore_state
.Leh.bb3:
.Leh.eh4:
	jmp .Leh.bb5
.Leh.bb4:
.Leh.eh5:
	movq %rbx, %rdi
	callq _Unwind_Resume
	.cfi_endproc
.Leh.end:
	.size eh, .Leh.end-eh
	.section .gcc_except_table,"a",@progbits
	.balign 4
.Leh.lsda:
	.byte 255
	.byte 0x9b
	.uleb128 .Leh.types-.Leh.header
.Leh.header:
	.byte 1
	.uleb128 .Leh.actions-.Leh.calls
.Leh.calls:
	.uleb128 0
	.uleb128 .Leh.eh0-eh
	.byte 0, 0
	.uleb128 .Leh.eh0-eh
	.uleb128 .Leh.eh1-.Leh.eh0
	.uleb128 .Leh.bb4-eh
	.uleb128 0
	.uleb128 .Leh.eh1-eh
	.uleb128 .Leh.eh2-.Leh.eh1
	.byte 0, 0
	.uleb128 .Leh.eh2-eh
	.uleb128 .Leh.eh3-.Leh.eh2
	.uleb128 .Leh.bb3-eh
	.uleb128 1
	.uleb128 .Leh.eh3-eh
	.uleb128 .Leh.end-.Leh.eh3
	.byte 0, 0
.Leh.actions:
	.sleb128 4
	.byte 1
	.sleb128 -1
	.byte 1
	.sleb128 1
	.byte 1
	.sleb128 0
	.byte 0
	.balign 4
	.4byte .LDW.ref._ZTIf-.
	.4byte .LDW.ref._ZTIi-.
	.4byte .LDW.ref._ZTId-.
	.4byte ".LDW.ref.a type"-.
	.4byte 0
.Leh.types:
	.uleb128 2
	.uleb128 3
	.uleb128 0
	.balign 4
	.ifndef ".LDW.ref.a type"
	.section .data.rel.ro,"aw",@progbits
	.balign 8
".LDW.ref.a type":
	.8byte "a type"
	.endif
	.ifndef .LDW.ref._ZTId
	.section .data.rel.ro,"aw",@progbits
	.balign 8
.LDW.ref._ZTId:
	.8byte _ZTId
	.endif
	.ifndef .LDW.ref._ZTIi
	.section .data.rel.ro,"aw",@progbits
	.balign 8
.LDW.ref._ZTIi:
	.8byte _ZTIi
	.endif
	.ifndef .LDW.ref._ZTIf
	.section .data.rel.ro,"aw",@progbits
	.balign 8
.LDW.ref._ZTIf:
	.8byte _ZTIf
	.endif
	.ifndef DW.ref.__gxx_personality_v0
	.hidden DW.ref.__gxx_personality_v0
	.weak DW.ref.__gxx_personality_v0
	.section .data.rel.local.DW.ref.__gxx_personality_v0,"awG",@progbits,DW.ref.__gxx_personality_v0,comdat
	.balign 8
	.type DW.ref.__gxx_personality_v0, @object
	.size DW.ref.__gxx_personality_v0, 8
DW.ref.__gxx_personality_v0:
	.8byte __gxx_personality_v0
	.endif
	.text
	.text
	.globl vary
	.balign 16
	.type vary, %function
vary:
	.cfi_startproc
	.cfi_personality 0x9b, DW.ref.__gxx_personality_v0
	.cfi_lsda 0x1b, .Lvary.lsda
.Lvary.bb0:
	pushq %rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq %rsp, %rbp
	.cfi_def_cfa_register %rbp
.Lvary.eh0:
	subq $208, %rsp
	.cfi_escape 0x2e, 0xd0, 1
	movq %rdi, (%rsp)
	callq many
	addq $208, %rsp
	.cfi_escape 0x2e, 0
.Lvary.eh1:
.Lvary.bb1:
	movl $1, %eax
	.cfi_remember_state
	movq %rbp, %rsp
	popq %rbp
	.cfi_def_cfa %rsp, 8
	retq
	.cfi_restore_state
.Lvary.bb2:
.Lvary.eh2:
	xorl %eax, %eax
	.cfi_remember_state
	movq %rbp, %rsp
	popq %rbp
	.cfi_def_cfa %rsp, 8
	retq
	.cfi_endproc
.Lvary.end:
	.size vary, .Lvary.end-vary
	.section .gcc_except_table,"a",@progbits
	.balign 4
.Lvary.lsda:
	.byte 255
	.byte 0x9b
	.uleb128 .Lvary.types-.Lvary.header
.Lvary.header:
	.byte 1
	.uleb128 .Lvary.actions-.Lvary.calls
.Lvary.calls:
	.uleb128 0
	.uleb128 .Lvary.eh0-vary
	.byte 0, 0
	.uleb128 .Lvary.eh0-vary
	.uleb128 .Lvary.eh1-.Lvary.eh0
	.uleb128 .Lvary.bb2-vary
	.uleb128 1
	.uleb128 .Lvary.eh1-vary
	.uleb128 .Lvary.end-.Lvary.eh1
	.byte 0, 0
.Lvary.actions:
	.sleb128 -1
	.byte 0
	.balign 4
.Lvary.types:
	.uleb128 0
	.balign 4
	.ifndef DW.ref.__gxx_personality_v0
	.hidden DW.ref.__gxx_personality_v0
	.weak DW.ref.__gxx_personality_v0
	.section .data.rel.local.DW.ref.__gxx_personality_v0,"awG",@progbits,DW.ref.__gxx_personality_v0,comdat
	.balign 8
	.type DW.ref.__gxx_personality_v0, @object
	.size DW.ref.__gxx_personality_v0, 8
DW.ref.__gxx_personality_v0:
	.8byte __gxx_personality_v0
	.endif
	.text
