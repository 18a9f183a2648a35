//! The command `workshop plot`: a table of figures as a picture (SVG), for the documents.
//!
//! The table is a text file with tabs. The lines `# title ...`, `# x ...` (or `# x-log ...` for a
//! logarithmic axis) and `# y ...` name the picture and its axes; other lines that begin with `#`
//! are comments. The first line without `#` names the columns: the first is x, each of the others a
//! curve. A cell is a number, a number with the two ends of its interval (`-24 -44 -4`), or empty.

use crate::error::WorkshopError;
use crate::output::print_line;
use cli::file;
use plotters::chart::{ChartBuilder, SeriesLabelPosition};
use plotters::drawing::{DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::{Circle, PathElement};
use plotters::series::LineSeries;
use plotters::style::{BLACK, Color, RGBColor, ShapeStyle, WHITE};
use plotters_svg::SVGBackend;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The table, and where to write the picture.
#[derive(Debug, clap::Args)]
pub struct PlotArgs {
    /// The table
    table: PathBuf,
    /// Write the picture to this file [default: beside the table, with the ending .svg]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The largest table, in bytes.
const SIZE_LIMIT: u64 = 1 << 20;
/// Width and height of the picture, in pixels.
const SIZE: (u32, u32) = (760, 440);
/// Largest share of the width and height of the picture for the names of the curves.
const CORNER: f64 = 0.4;
/// Colors of the curves, in turn: distinct also to the color-blind (Okabe and Ito 2008).
const COLORS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
];

pub fn run(options: &PlotArgs) -> Result<(), WorkshopError> {
    let path = &options.table;
    let text = file::read(path, SIZE_LIMIT)?.ok_or_else(|| WorkshopError::missing(path))?;
    let table = FigureTable::read(path, &text)?;
    let out = options.out.clone().unwrap_or_else(|| path.with_extension("svg"));
    let mut picture = String::new();
    table.draw(&mut picture).map_err(|error| WorkshopError::Plot { reason: error.to_string() })?;
    file::replace(&out, picture)?;
    print_line(format_args!("{}: written", out.display()))
}

/// A value with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Figure {
    value: f64,
    interval: Option<(f64, f64)>,
}

/// A curve: its name, and its values by x.
#[derive(Clone, Debug, PartialEq)]
struct Curve {
    name: String,
    points: Vec<(f64, Figure)>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct FigureTable {
    title: String,
    x: String,
    y: String,
    is_logarithmic: bool,
    curves: Vec<Curve>,
}

impl FigureTable {
    fn read(path: &Path, text: &str) -> Result<Self, WorkshopError> {
        let mut table = FigureTable::default();
        for (line, number) in text.lines().zip(1..) {
            let result = match line.strip_prefix('#') {
                Some(comment) => {
                    table.read_comment(comment.trim());
                    Ok(())
                }
                None if table.curves.is_empty() => {
                    let name = |name: &str| Curve { name: name.to_string(), points: Vec::new() };
                    table.curves = line.split('\t').skip(1).map(name).collect();
                    Ok(())
                }
                None => table.read_row(line),
            };
            let at_line = |reason| WorkshopError::Line { path: path.to_path_buf(), number, reason };
            result.map_err(at_line)?;
        }
        Ok(table)
    }

    fn read_comment(&mut self, comment: &str) {
        let (word, rest) = comment.split_once(' ').unwrap_or((comment, ""));
        match word {
            "title" => self.title = rest.to_string(),
            "x" => self.x = rest.to_string(),
            "x-log" => (self.x, self.is_logarithmic) = (rest.to_string(), true),
            "y" => self.y = rest.to_string(),
            _ => {}
        }
    }

    fn read_row(&mut self, line: &str) -> Result<(), String> {
        let mut cells = line.split('\t');
        let x = number(cells.next().unwrap_or_default())?;
        if self.is_logarithmic && x <= 0.0 {
            return Err(format!("{x} has no place on a logarithmic axis"));
        }
        for (curve, text) in self.curves.iter_mut().zip(cells) {
            if let Some(cell) = cell(text)? {
                curve.points.push((x, cell));
            }
        }
        Ok(())
    }

    /// Where a value of x lies on the axis.
    fn place(&self, x: f64) -> f64 {
        if self.is_logarithmic { x.log10() } else { x }
    }

    fn draw(&self, picture: &mut String) -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
        let area = SVGBackend::with_string(picture, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let xs = range(points().map(|(x, _)| self.place(*x)));
        let ys = range(points().flat_map(|(_, cell)| cell.ends()));
        let mut chart = ChartBuilder::on(&area)
            .caption(&self.title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(42)
            .y_label_area_size(64)
            .build_cartesian_2d(xs.clone(), ys.clone())?;
        let label = |x: &f64| if self.is_logarithmic { short(10f64.powf(*x)) } else { short(*x) };
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .x_desc(&self.x)
            .y_desc(&self.y)
            .x_label_formatter(&label)
            .y_label_formatter(&|y| short(*y))
            .draw()?;
        for (nth, curve) in self.curves.iter().enumerate() {
            let color = COLORS[nth % COLORS.len()];
            let place = |(x, cell): &(f64, Figure)| (self.place(*x), cell.value);
            let line = LineSeries::new(curve.points.iter().map(place), color.stroke_width(2));
            chart.draw_series(line)?.label(&curve.name).legend(move |(x, y)| {
                PathElement::new(vec![(x, y), (x + 16, y)], color.stroke_width(2))
            });
            let dot = |point| Circle::new(place(point), 3, color.filled());
            chart.draw_series(curve.points.iter().map(dot))?;
            let bar = |(x, cell): &(f64, Figure)| {
                let (low, high) = cell.interval?;
                let ends = vec![(self.place(*x), low), (self.place(*x), high)];
                Some(PathElement::new(ends, ShapeStyle::from(color)))
            };
            chart.draw_series(curve.points.iter().filter_map(bar))?;
        }
        let corner = self.emptiest_corner(&[xs, ys]);
        let mut labels = chart.configure_series_labels();
        labels.position(corner).background_style(WHITE).border_style(BLACK).draw()?;
        area.present()
    }

    /// The corner of the picture that hides the fewest points behind the names of the curves.
    fn emptiest_corner(&self, [xs, ys]: &[Range<f64>; 2]) -> SeriesLabelPosition {
        let corners = [
            (SeriesLabelPosition::UpperRight, [true, true]),
            (SeriesLabelPosition::UpperLeft, [false, true]),
            (SeriesLabelPosition::LowerRight, [true, false]),
            (SeriesLabelPosition::LowerLeft, [false, false]),
        ];
        let is_near = |value: f64, range: &Range<f64>, is_upper: bool| {
            let share = (value - range.start) / (range.end - range.start);
            if is_upper { share > 1.0 - CORNER } else { share < CORNER }
        };
        let hidden = |[right, upper]: [bool; 2]| {
            let points = self.curves.iter().flat_map(|curve| &curve.points);
            let is_hidden = |(x, cell): &&(f64, Figure)| {
                let is_within = |end: f64| is_near(end, ys, upper);
                is_near(self.place(*x), xs, right) && cell.ends().into_iter().any(is_within)
            };
            points.filter(is_hidden).count()
        };
        let emptiest = corners.into_iter().min_by_key(|(_, sides)| hidden(*sides));
        emptiest.map_or(SeriesLabelPosition::UpperRight, |(corner, _)| corner)
    }
}

impl Figure {
    /// Everything that must be seen of it.
    fn ends(&self) -> [f64; 2] {
        let (low, high) = self.interval.unwrap_or((self.value, self.value));
        [low, high]
    }
}

fn number(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| format!("`{text}` is not a number"))
}

fn cell(text: &str) -> Result<Option<Figure>, String> {
    let numbers = text.split_whitespace().map(number).collect::<Result<Vec<_>, _>>()?;
    match numbers[..] {
        [] => Ok(None),
        [value] => Ok(Some(Figure { value, interval: None })),
        [value, low, high] => Ok(Some(Figure { value, interval: Some((low, high)) })),
        _ => Err(format!("`{text}` is neither a number nor a number with two ends")),
    }
}

/// A range that holds all numbers, with some room on both sides.
fn range(numbers: impl Iterator<Item = f64>) -> std::ops::Range<f64> {
    let (low, high) = numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| {
        (low.min(number), high.max(number))
    });
    if low > high {
        return 0.0..1.0;
    }
    let room = if high > low { (high - low) * 0.06 } else { 1.0 };
    low - room..high + room
}

/// A number in few characters: thousands and millions with a letter, no needless digits.
fn short(number: f64) -> String {
    let (scaled, letter) = match number.abs() {
        1e6.. => (number / 1e6, " M"),
        1e4.. => (number / 1e3, " k"),
        _ => (number, ""),
    };
    let digits = match scaled.abs() {
        100.0.. => 0,
        1.0.. => 1,
        _ => 4,
    };
    let text = format!("{scaled:.digits$}");
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text}{letter}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "# title Loss by data\n# x-log positions\n# y loss\nx\tsmall\tlarge\n\
                         1000000\t0.5\t\n4000000\t0.48\t0.47 0.46 0.49\n";

    #[test]
    fn a_table_becomes_a_picture_with_its_names() {
        let table = FigureTable::read(Path::new("t.tsv"), TABLE).expect("a table");
        assert_eq!((table.curves.len(), table.curves[1].points.len()), (2, 1));
        let mut picture = String::new();
        table.draw(&mut picture).expect("drawn");
        for name in ["<svg", "Loss by data", "positions", "small", "large", "4 M"] {
            assert!(picture.contains(name), "{name}");
        }
    }

    #[test]
    fn the_names_of_the_curves_stand_where_no_curve_is() {
        let corner = |points: &str| {
            let table =
                FigureTable::read(Path::new("t.tsv"), &format!("x\ta\n{points}")).expect("a table");
            table.emptiest_corner(&[0.0..10.0, 0.0..10.0])
        };
        let rising = corner("1\t1\n9\t9\n");
        assert!(matches!(rising, SeriesLabelPosition::UpperLeft), "{rising:?}");
        let falling = corner("1\t9\n9\t1\n");
        assert!(matches!(falling, SeriesLabelPosition::UpperRight), "{falling:?}");
        let above = corner("1\t9\n9\t9\n");
        assert!(matches!(above, SeriesLabelPosition::LowerRight), "{above:?}");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let error =
            |text: &str| FigureTable::read(Path::new("t.tsv"), text).expect_err(text).to_string();
        assert!(error("x\ta\n1\tb\n").contains("t.tsv, line 2: `b`"));
        assert!(error("x\ta\n1\t1 2\n").contains("two ends"));
        assert!(error("# x-log n\nx\ta\n0\t1\n").contains("logarithmic"));
    }

    #[test]
    fn an_empty_table_is_an_empty_picture() {
        let mut picture = String::new();
        FigureTable::default().draw(&mut picture).expect("drawn");
        assert!(picture.contains("<svg"));
    }

    #[test]
    fn numbers_are_short() {
        let numbers = [150e6, 2.5e6, 20_000.0, 0.4812, -24.0, 100.0, 0.0];
        assert_eq!(numbers.map(short), ["150 M", "2.5 M", "20 k", "0.4812", "-24", "100", "0"]);
    }
}
