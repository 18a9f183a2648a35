//! Systems of linear equations with a symmetric positive definite matrix, by Cholesky's method.
//!
//! The matrix is the product of a lower triangle and its transpose; the triangle gives the
//! solutions and the diagonal of the inverse. Only the lower triangle is stored, row after row. The
//! cost for `n` unknowns is about n³/6 multiplications and n²/2 numbers.
//!
//! Source: Golub and Van Loan, "Matrix Computations", section 4.2.

/// A symmetric matrix, stored as its lower triangle.
#[derive(Clone, Debug)]
pub struct SymmetricMatrix {
    size: usize,
    /// Row `i` has `i + 1` numbers and begins at `i (i + 1) / 2`.
    entries: Vec<f64>,
}

/// The lower triangle whose product with its transpose is the matrix.
#[derive(Clone, Debug)]
pub struct CholeskyFactor(SymmetricMatrix);

impl SymmetricMatrix {
    /// A matrix of zeros with `size` rows.
    pub fn zero(size: usize) -> Self {
        SymmetricMatrix { size, entries: vec![0.0; size * (size + 1) / 2] }
    }

    /// Adds to the entry of `row` and `column`, which is also that of `column` and `row`.
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        let (low, high) = (row.min(column), row.max(column));
        self.entries[high * (high + 1) / 2 + low] += value;
    }

    fn row(&self, row: usize) -> &[f64] {
        let begin = row * (row + 1) / 2;
        &self.entries[begin..=begin + row]
    }

    /// The factor; `None` if the matrix is not positive definite.
    pub fn factor(mut self) -> Option<CholeskyFactor> {
        for i in 0..self.size {
            let begin = i * (i + 1) / 2;
            let (above, rest) = self.entries.split_at_mut(begin);
            let row = &mut rest[..=i];
            for j in 0..i {
                let other = &above[j * (j + 1) / 2..=j * (j + 1) / 2 + j];
                row[j] = (row[j] - dot(&row[..j], &other[..j])) / other[j];
            }
            let square = row[i] - dot(&row[..i], &row[..i]);
            if square.is_nan() || square <= 0.0 {
                return None;
            }
            row[i] = square.sqrt();
        }
        Some(CholeskyFactor(self))
    }
}

impl CholeskyFactor {
    /// The solution `x` of `matrix x = right`; `right` has one number for each row.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for i in 0..x.len() {
            let row = self.0.row(i);
            x[i] = (x[i] - dot(&row[..i], &x[..i])) / row[i];
        }
        for i in (0..x.len()).rev() {
            let row = self.0.row(i);
            let value = x[i] / row[i];
            x[i] = value;
            for (entry, factor) in x[..i].iter_mut().zip(row) {
                *entry -= factor * value;
            }
        }
        x
    }

    /// The diagonal of the inverse matrix.
    pub fn inverse_diagonal(&self) -> Vec<f64> {
        let size = self.0.size;
        let mut sums = vec![0.0; size];
        // Column `k` of the inverse triangle; the diagonal sums the squares of each column.
        for k in 0..size {
            let mut column = vec![0.0; size - k];
            column[0] = 1.0 / self.0.row(k)[k];
            for i in k + 1..size {
                let row = self.0.row(i);
                column[i - k] = -dot(&row[k..i], &column[..i - k]) / row[i];
            }
            sums[k] = dot(&column, &column);
        }
        sums
    }
}

/// The scalar product, in four sums that a processor computes at the same time.
fn dot(one: &[f64], other: &[f64]) -> f64 {
    let mut parts = [0.0; 4];
    let (ones, others) = (one.chunks_exact(4), other.chunks_exact(4));
    let rest: f64 = ones.remainder().iter().zip(others.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in ones.zip(others) {
        for (part, (a, b)) in parts.iter_mut().zip(a.iter().zip(b)) {
            *part += a * b;
        }
    }
    parts.iter().sum::<f64>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{prop, prop_assert, proptest};

    /// The product of a triangle of these numbers with its transpose, and some on the diagonal.
    fn definite(numbers: &[f64], size: usize) -> SymmetricMatrix {
        let entry = |row: usize, column: usize| numbers[row * size + column];
        let mut matrix = SymmetricMatrix::zero(size);
        for i in 0..size {
            for j in 0..=i {
                matrix.add(i, j, (0..size).map(|k| entry(i, k) * entry(j, k)).sum());
            }
            matrix.add(i, i, 0.5);
        }
        matrix
    }

    proptest! {
        #[test]
        fn a_solution_solves_and_the_inverse_agrees(
            numbers in prop::collection::vec(-2.0_f64..2.0, 49),
        ) {
            let matrix = definite(&numbers, 7);
            let factor = matrix.clone().factor().expect("positive definite");
            let diagonal = factor.inverse_diagonal();
            for unit in 0..7 {
                let right: Vec<f64> = (0..7).map(|i| f64::from(u8::from(i == unit))).collect();
                let x = factor.solve(&right);
                prop_assert!((x[unit] - diagonal[unit]).abs() < 1e-6 * (1.0 + diagonal[unit]));
                for (i, wanted) in right.iter().enumerate() {
                    let entry = |j: usize| matrix.row(i.max(j))[i.min(j)];
                    let product: f64 = (0..7).map(|j| entry(j) * x[j]).sum();
                    prop_assert!((product - wanted).abs() < 1e-6, "{product} {wanted}");
                }
            }
        }
    }

    #[test]
    fn a_matrix_that_is_not_positive_definite_has_no_factor() {
        let mut matrix = SymmetricMatrix::zero(2);
        matrix.add(0, 0, 1.0);
        matrix.add(1, 0, 2.0);
        matrix.add(1, 1, 1.0);
        assert!(matrix.factor().is_none());
    }
}
