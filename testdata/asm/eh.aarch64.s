	.section .note.GNU-stack,"",%progbits
	.text
	.globl eh
	.balign 4
	.type eh, %function
eh:
	.cfi_startproc
	.cfi_personality 0x9b, DW.ref.__gxx_personality_v0
	.cfi_lsda 0x1b, .Leh.lsda
.Leh.bb0:
	stp x30, x19, [sp, #-16]!
	.cfi_def_cfa_offset 16
	.cfi_offset x30, -16
	.cfi_offset x19, -8
.Leh.eh0:
	bl may
.Leh.eh1:
.Leh.bb3:
	.cfi_remember_state
	.cfi_def_cfa sp, 16
	ldp x30, x19, [sp], #16
	.cfi_def_cfa_offset 0
	.cfi_restore x30
	.cfi_restore x19
	ret
	.cfi_restore_state
.Leh.bb2:
.Leh.eh2:
	mov x19, x0
	b .Leh.bb3
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
	.uleb128 .Leh.bb2-eh
	.uleb128 1
	.uleb128 .Leh.eh1-eh
	.uleb128 .Leh.end-.Leh.eh1
	.byte 0, 0
.Leh.actions:
	.sleb128 2
	.byte 1
	.sleb128 -1
	.byte 0
	.balign 4
	.4byte .LDW.ref._ZTIi-.
	.4byte .LDW.ref._ZTId-.
.Leh.types:
	.uleb128 1
	.uleb128 0
	.balign 4
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
	.section "somewhere", "ax", %progbits
	.globl bare
	.balign 4
	.type bare, %function
bare:
	.cfi_startproc
.Lbare.bb0:
	movz w0, #1
	.cfi_endproc
.Lbare.end:
	.size bare, .Lbare.end-bare
