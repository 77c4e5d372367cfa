	.syntax unified
	.fpu neon
	.text
	.globl copies
	.balign 4
	.type copies, %function
	.code 32
copies:
	.fnstart
.Lcopies.bb0:
	vpush {d15}
	.vsave {d15}
	vmov.f64 d19, d20
	vmov.f64 d20, d21
	vmov.f64 d15, d16
	vmov.f64 d16, d17
	vmov.f64 d17, d16
	vmov.f64 d16, d15
	vmov.f64 d4, d3
	vmov.f64 d3, d2
	vmov.f64 d2, d1
	vmov.f64 d1, d0
	vmov.f64 d5, d4
	vmov.f64 d4, d3
	vmov.f64 d3, d2
	vmov.f64 d2, d1
	vmov.f64 d1, d2
	vmov.f64 d2, d3
	vmov.f64 d3, d4
	vmov.f64 d4, d5
	vpop {d15}
	bx lr
.Lcopies.end:
	.size copies, .Lcopies.end-copies
	.fnend
