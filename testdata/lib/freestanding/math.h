// What the compiler or libc.c has of it.
#define NAN	   __builtin_nanf("")
#define INFINITY   __builtin_inff()
#define isnan(x)   __builtin_isnan(x)
#define isinf(x)   __builtin_isinf(x)
#define signbit(x) __builtin_signbit(x)
#define fabsf	   __builtin_fabsf

double fabs(double x);
double copysign(double x, double sign);
double sqrt(double x);
float sqrtf(float x);
double floor(double x);
double ceil(double x);
double trunc(double x);
