	.section .note.GNU-stack,"",%progbits
	.option push
	.option norvc
	.option norelax
	.text
	.globl lp64
	.balign 2
	.type lp64, %function
lp64:
	.cfi_startproc
.Llp64.bb0:
	addi sp, sp, -16
	.cfi_def_cfa_offset 16
	sd ra, 8(sp)
	.cfi_offset ra, -8
	call g
	.cfi_remember_state
	ld ra, 8(sp)
	.cfi_restore ra
	addi sp, sp, 16
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.Llp64.end:
	.size lp64, .Llp64.end-lp64
	.option pop
	.option push
	.option norvc
	.option norelax
	.text
	.globl lp64f
	.balign 2
	.type lp64f, %function
lp64f:
	.cfi_startproc
.Llp64f.bb0:
	addi sp, sp, -16
	.cfi_def_cfa_offset 16
	sd ra, 8(sp)
	.cfi_offset ra, -8
	fsw fs0, 4(sp)
	.cfi_offset fs0, -12
	fmv.s fs0, fa0
	call g
	fmv.s fa0, fs0
	.cfi_remember_state
	ld ra, 8(sp)
	.cfi_restore ra
	flw fs0, 4(sp)
	.cfi_restore fs0
	addi sp, sp, 16
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.Llp64f.end:
	.size lp64f, .Llp64f.end-lp64f
	.option pop
	.option push
	.option norvc
	.option norelax
	.text
	.globl lp64d
	.balign 2
	.type lp64d, %function
lp64d:
	.cfi_startproc
.Llp64d.bb0:
	addi sp, sp, -16
	.cfi_def_cfa_offset 16
	sd ra, 8(sp)
	.cfi_offset ra, -8
	call g
	.cfi_remember_state
	ld ra, 8(sp)
	.cfi_restore ra
	addi sp, sp, 16
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.Llp64d.end:
	.size lp64d, .Llp64d.end-lp64d
	.option pop
	.option push
	.option norvc
	.option norelax
	.text
	.globl handler
	.balign 2
	.type handler, %function
handler:
	.cfi_startproc
.Lhandler.bb0:
	addi sp, sp, -128
	.cfi_def_cfa_offset 128
	sd ra, 120(sp)
	.cfi_offset ra, -8
	sd t0, 112(sp)
	.cfi_offset t0, -16
	sd t1, 104(sp)
	.cfi_offset t1, -24
	sd t2, 96(sp)
	.cfi_offset t2, -32
	sd a0, 88(sp)
	.cfi_offset a0, -40
	sd a1, 80(sp)
	.cfi_offset a1, -48
	sd a2, 72(sp)
	.cfi_offset a2, -56
	sd a3, 64(sp)
	.cfi_offset a3, -64
	sd a4, 56(sp)
	.cfi_offset a4, -72
	sd a5, 48(sp)
	.cfi_offset a5, -80
	sd a6, 40(sp)
	.cfi_offset a6, -88
	sd a7, 32(sp)
	.cfi_offset a7, -96
	sd t3, 24(sp)
	.cfi_offset t3, -104
	sd t4, 16(sp)
	.cfi_offset t4, -112
	sd t5, 8(sp)
	.cfi_offset t5, -120
	sd t6, 0(sp)
	.cfi_offset t6, -128
	call g
	.cfi_remember_state
	ld ra, 120(sp)
	.cfi_restore ra
	ld t0, 112(sp)
	.cfi_restore t0
	ld t1, 104(sp)
	.cfi_restore t1
	ld t2, 96(sp)
	.cfi_restore t2
	ld a0, 88(sp)
	.cfi_restore a0
	ld a1, 80(sp)
	.cfi_restore a1
	ld a2, 72(sp)
	.cfi_restore a2
	ld a3, 64(sp)
	.cfi_restore a3
	ld a4, 56(sp)
	.cfi_restore a4
	ld a5, 48(sp)
	.cfi_restore a5
	ld a6, 40(sp)
	.cfi_restore a6
	ld a7, 32(sp)
	.cfi_restore a7
	ld t3, 24(sp)
	.cfi_restore t3
	ld t4, 16(sp)
	.cfi_restore t4
	ld t5, 8(sp)
	.cfi_restore t5
	ld t6, 0(sp)
	.cfi_restore t6
	addi sp, sp, 128
	.cfi_def_cfa_offset 0
	mret
	.cfi_endproc
.Lhandler.end:
	.size handler, .Lhandler.end-handler
	.option pop
	.option push
	.option norvc
	.option norelax
	.text
	.globl handler_f
	.balign 2
	.type handler_f, %function
handler_f:
	.cfi_startproc
.Lhandler_f.bb0:
	addi sp, sp, -256
	.cfi_def_cfa_offset 256
	sd ra, 248(sp)
	.cfi_offset ra, -8
	sd t0, 240(sp)
	.cfi_offset t0, -16
	sd t1, 232(sp)
	.cfi_offset t1, -24
	sd t2, 224(sp)
	.cfi_offset t2, -32
	sd a0, 216(sp)
	.cfi_offset a0, -40
	sd a1, 208(sp)
	.cfi_offset a1, -48
	sd a2, 200(sp)
	.cfi_offset a2, -56
	sd a3, 192(sp)
	.cfi_offset a3, -64
	sd a4, 184(sp)
	.cfi_offset a4, -72
	sd a5, 176(sp)
	.cfi_offset a5, -80
	sd a6, 168(sp)
	.cfi_offset a6, -88
	sd a7, 160(sp)
	.cfi_offset a7, -96
	sd t3, 152(sp)
	.cfi_offset t3, -104
	sd t4, 144(sp)
	.cfi_offset t4, -112
	sd t5, 136(sp)
	.cfi_offset t5, -120
	sd t6, 128(sp)
	.cfi_offset t6, -128
	fsw ft0, 124(sp)
	.cfi_offset ft0, -132
	fsw ft1, 120(sp)
	.cfi_offset ft1, -136
	fsw ft2, 116(sp)
	.cfi_offset ft2, -140
	fsw ft3, 112(sp)
	.cfi_offset ft3, -144
	fsw ft4, 108(sp)
	.cfi_offset ft4, -148
	fsw ft5, 104(sp)
	.cfi_offset ft5, -152
	fsw ft6, 100(sp)
	.cfi_offset ft6, -156
	fsw ft7, 96(sp)
	.cfi_offset ft7, -160
	fsw fs0, 92(sp)
	.cfi_offset fs0, -164
	fsw fs1, 88(sp)
	.cfi_offset fs1, -168
	fsw fa0, 84(sp)
	.cfi_offset fa0, -172
	fsw fa1, 80(sp)
	.cfi_offset fa1, -176
	fsw fa2, 76(sp)
	.cfi_offset fa2, -180
	fsw fa3, 72(sp)
	.cfi_offset fa3, -184
	fsw fa4, 68(sp)
	.cfi_offset fa4, -188
	fsw fa5, 64(sp)
	.cfi_offset fa5, -192
	fsw fa6, 60(sp)
	.cfi_offset fa6, -196
	fsw fa7, 56(sp)
	.cfi_offset fa7, -200
	fsw fs2, 52(sp)
	.cfi_offset fs2, -204
	fsw fs3, 48(sp)
	.cfi_offset fs3, -208
	fsw fs4, 44(sp)
	.cfi_offset fs4, -212
	fsw fs5, 40(sp)
	.cfi_offset fs5, -216
	fsw fs6, 36(sp)
	.cfi_offset fs6, -220
	fsw fs7, 32(sp)
	.cfi_offset fs7, -224
	fsw fs8, 28(sp)
	.cfi_offset fs8, -228
	fsw fs9, 24(sp)
	.cfi_offset fs9, -232
	fsw fs10, 20(sp)
	.cfi_offset fs10, -236
	fsw fs11, 16(sp)
	.cfi_offset fs11, -240
	fsw ft8, 12(sp)
	.cfi_offset ft8, -244
	fsw ft9, 8(sp)
	.cfi_offset ft9, -248
	fsw ft10, 4(sp)
	.cfi_offset ft10, -252
	fsw ft11, 0(sp)
	.cfi_offset ft11, -256
	call g
	.cfi_remember_state
	ld ra, 248(sp)
	.cfi_restore ra
	ld t0, 240(sp)
	.cfi_restore t0
	ld t1, 232(sp)
	.cfi_restore t1
	ld t2, 224(sp)
	.cfi_restore t2
	ld a0, 216(sp)
	.cfi_restore a0
	ld a1, 208(sp)
	.cfi_restore a1
	ld a2, 200(sp)
	.cfi_restore a2
	ld a3, 192(sp)
	.cfi_restore a3
	ld a4, 184(sp)
	.cfi_restore a4
	ld a5, 176(sp)
	.cfi_restore a5
	ld a6, 168(sp)
	.cfi_restore a6
	ld a7, 160(sp)
	.cfi_restore a7
	ld t3, 152(sp)
	.cfi_restore t3
	ld t4, 144(sp)
	.cfi_restore t4
	ld t5, 136(sp)
	.cfi_restore t5
	ld t6, 128(sp)
	.cfi_restore t6
	flw ft0, 124(sp)
	.cfi_restore ft0
	flw ft1, 120(sp)
	.cfi_restore ft1
	flw ft2, 116(sp)
	.cfi_restore ft2
	flw ft3, 112(sp)
	.cfi_restore ft3
	flw ft4, 108(sp)
	.cfi_restore ft4
	flw ft5, 104(sp)
	.cfi_restore ft5
	flw ft6, 100(sp)
	.cfi_restore ft6
	flw ft7, 96(sp)
	.cfi_restore ft7
	flw fs0, 92(sp)
	.cfi_restore fs0
	flw fs1, 88(sp)
	.cfi_restore fs1
	flw fa0, 84(sp)
	.cfi_restore fa0
	flw fa1, 80(sp)
	.cfi_restore fa1
	flw fa2, 76(sp)
	.cfi_restore fa2
	flw fa3, 72(sp)
	.cfi_restore fa3
	flw fa4, 68(sp)
	.cfi_restore fa4
	flw fa5, 64(sp)
	.cfi_restore fa5
	flw fa6, 60(sp)
	.cfi_restore fa6
	flw fa7, 56(sp)
	.cfi_restore fa7
	flw fs2, 52(sp)
	.cfi_restore fs2
	flw fs3, 48(sp)
	.cfi_restore fs3
	flw fs4, 44(sp)
	.cfi_restore fs4
	flw fs5, 40(sp)
	.cfi_restore fs5
	flw fs6, 36(sp)
	.cfi_restore fs6
	flw fs7, 32(sp)
	.cfi_restore fs7
	flw fs8, 28(sp)
	.cfi_restore fs8
	flw fs9, 24(sp)
	.cfi_restore fs9
	flw fs10, 20(sp)
	.cfi_restore fs10
	flw fs11, 16(sp)
	.cfi_restore fs11
	flw ft8, 12(sp)
	.cfi_restore ft8
	flw ft9, 8(sp)
	.cfi_restore ft9
	flw ft10, 4(sp)
	.cfi_restore ft10
	flw ft11, 0(sp)
	.cfi_restore ft11
	addi sp, sp, 256
	.cfi_def_cfa_offset 0
	mret
	.cfi_endproc
.Lhandler_f.end:
	.size handler_f, .Lhandler_f.end-handler_f
	.option pop
