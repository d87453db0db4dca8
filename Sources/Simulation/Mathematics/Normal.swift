/// The standard normal distribution.
public enum Normal {
    /// P(Z ≤ z), absolute error below 10⁻¹³.
    public static func cumulative(_ z: Double) -> Double {
        guard z.magnitude < 8.3 else { return z < 0 ? 0 : 1 }
        // Marsaglia's series (2004): Φ(z) = ½ + φ(z)·(z + z³/3 + z⁵/(3·5) + …).
        var (sum, term, n) = (z, z, 1.0)
        while sum + term != sum || n < 3 {
            n += 2
            term *= z * z / n
            sum += term
        }
        return 0.5 + sum * Elementary.exp(-z * z / 2) * 0.3989422804014327
    }

    /// The z with P(Z ≤ z) = p, by Acklam's rational approximation and one step of Halley's method.
    ///
    /// - Precondition: 0 < p < 1.
    public static func quantile(_ p: Double) -> Double {
        let z: Double
        if p < 0.02425 {
            z = tail((-2 * Elementary.log(p)).squareRoot())
        } else if p > 1 - 0.02425 {
            z = -tail((-2 * Elementary.log(1 - p)).squareRoot())
        } else {
            let q = p - 0.5
            let r = q * q
            let above = (((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q
            z = above / (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1)
        }
        let error = (cumulative(z) - p) * 2.5066282746310002 * Elementary.exp(z * z / 2)
        return z - error / (1 + z * error / 2)
    }

    private static func tail(_ q: Double) -> Double {
        (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5])
            / ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1)
    }

    private static let a = [
        -3.969683028665376e+01, 2.209460984245205e+02, -2.759285104469687e+02, 1.383577518672690e+02,
        -3.066479806614716e+01, 2.506628277459239e+00,
    ]
    private static let b = [
        -5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02, 6.680131188771972e+01,
        -1.328068155288572e+01,
    ]
    private static let c = [
        -7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00, -2.549732539343734e+00,
        4.374664141464968e+00, 2.938163982698783e+00,
    ]
    private static let d = [
        7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00, 3.754408661907416e+00,
    ]
}
