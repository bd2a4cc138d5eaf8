// Rao's score along the least favourable path: Wilson's interval for every function of a distribution of rows.
//
// A value theta(P) is a function of the distribution P of a row, psi_P its influence. To ask whether it could be
// another one, the sample moves there along the path on which theta changes fastest in Fisher's metric, dp_i = p_i
// psi_i (the least favourable submodel of Stein 1956, Proc. Third Berkeley Symposium 1:187, followed rather than frozen
// at its start). At a point of the path the observed rows are
//
//     S(P) = sqrt(n) mean over the observed rows of psi_P / sd_P(psi_P)
//
// standard errors away, errors of that point (Rao 1948, Proc. Cambridge Philosophical Society 44:50; Neyman 1959). The
// limits are the values at which S is a quantile. Of a share of rows these are Wilson's (1927), of an odds ratio
// Cornfield's (1956), and there is no scale to choose: a monotone function of the value has the same function of the
// limits.
//
// - The quantile is that of a gamma variable with the skewness of S at that point (Wilson & Hilferty 1931, PNAS
// 17:684).
//   To second order it is the correction of Bartlett (1953, Biometrika 40:306) and of Gart & Nam (1988, Biometrics
//   44:323), and it is monotone at any level.
// - Cells without rows hold chance rows, with which the path starts: a quarter of a row that raises the value, and a
//   quarter that lowers it, of each denominator of the metric, spread as two labels that have nothing to do with each
//   other. Without them no path leads where no row has been (Emerson & Owen 2009, Electronic Journal of Statistics
//   3:1161, add two points to an empirical likelihood for that reason). They are no data: S knows the observed rows
//   alone, so that a share keeps Wilson's limits whatever their mass.
// - The rows of a cell weigh E w^2 / E w in the variance. Rows in clusters have the design effect of their sandwich
//   variance (Rao & Scott 1981, JASA 76:221) and Student's t, and no skewness.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

namespace concordant::score_path {

constexpr double step_in_errors = 0.5;
constexpr double longest = std::numbers::pi / 40;  // such a step for large quantiles: no end is farther than pi
constexpr double shorter = 8.0, shortest = 0.01;   // parts of a step
constexpr int most_steps = 80, most_trials = 12;
constexpr double close_by = 1e-7;  // standard errors
constexpr double still = 1e-13;    // a movement below is rounding
constexpr double slow = 1e-9;      // a speed below this part of the last
constexpr double least_root = 1e-12;
constexpr double tiny = 1e-300;
constexpr double most_skewed = 6.0;

// The quantile of a standardised gamma variable with this skewness at that of a normal one (Wilson & Hilferty).
inline double gamma_quantile(double z, double skewness) {
    double g = std::clamp(skewness, -most_skewed, most_skewed);
    if (std::abs(g) < 1e-6) g = 1e-6;
    const double root = 1 + g * z / 6 - g * g / 36, kept = root < 0 ? 0.0 : root;
    return 2 / g * (kept * kept * kept - 1);
}

// Chance rows of B samples: the part of one in each cell, (B, cells); the chance row that each cell belongs to; and the
// mass of each at the start, (B, rows).
struct Chance {
    const double* spread;
    std::vector<std::size_t> row;
    const double* mass;
    std::size_t rows;
};

// B samples of rows in cells, arrays of shape (B, cells) or (B,); `squares` are E w^2 / E w of rows that weigh the
// same.
struct Samples {
    std::size_t size, cells;
    const double *counts, *start, *squares, *effect, *quantile;
    std::vector<Chance> chance;
    bool skewed;
};

// A point of a path: the roots of its masses lie on a sphere.
struct Point {
    std::vector<double> root, direction;  // the latter half as long as a unit of Fisher's metric
    double value = 0, error = 0;          // how long a standard error is on the path
    double speed = 0, beyond = 0;         // how fast the value changes, and how far S is beyond its quantile
};

// The path of one sample down or up, and how far it has been followed.
struct Path {
    std::size_t sample;
    double sign, n = 0;
    std::vector<double> observed, floor, last;
    Point at, before, after, found;  // where it is; those on both sides of the quantile; that at the quantile
    double limit = 0, part = 1, step = 0, length = 0, crossing = 0;
    bool done = false, crossed = false, known = false;
    double left = 0, right = 1, f_left = 0, f_right = 0, trial = 0;
};

// Functional: p (paths, cells) -> the values and the influences of mean 0 there, (paths,) and (paths, cells), the
// samples in turn down, then up. It takes the whole stack at once.
template <class Functional>
class Paths {
public:
    Paths(const Samples& samples, Functional& functional) : given(samples), functional(functional) {
        atoms = given.cells;
        for (const Chance& chance : given.chance) atoms += chance.rows;
        for (const double sign : {-1.0, 1.0})
            for (std::size_t sample = 0; sample < given.size; ++sample) paths.push_back(begin(sample, sign));
        roots.assign(paths.size(), std::vector<double>(atoms));
        shares.resize(paths.size() * given.cells);
    }

    // The limits down, then up: steps along the paths until S is beyond its quantile, or the value stands still.
    std::vector<double> limits() {
        for (std::size_t i = 0; i < paths.size(); ++i) roots[i] = start_of(paths[i].sample);
        visit([](Path& path, Point&& point) { path.at = std::move(point); });
        for (Path& path : paths) {
            path.limit = path.at.value;
            path.done = path.at.beyond >= 0;
            path.length = path.step = step_at(path);
            path.last = path.at.direction;
        }
        for (int number = 0; number < most_steps && !all_done(); ++number) step_on(number == 0);
        if (std::any_of(paths.begin(), paths.end(), [](const Path& path) { return path.crossed; })) look_between();
        std::vector<double> limits;
        limits.reserve(paths.size());
        for (const Path& path : paths) limits.push_back(path.crossed ? path.found.value : path.limit);
        return limits;
    }

private:
    const Samples& given;
    Functional& functional;
    std::size_t atoms;
    std::vector<Path> paths;
    std::vector<std::vector<double>> roots;  // of the points that are asked for next
    std::vector<double> shares;

    Path begin(std::size_t sample, double sign) const {
        Path path{};
        path.sample = sample;
        path.sign = sign;
        const double* counts = given.counts + sample * given.cells;
        path.observed.assign(counts, counts + given.cells);
        for (const double count : path.observed) path.n += count;
        for (double& share : path.observed) share /= path.n;
        path.floor = start_of(sample);
        for (double& root : path.floor) root = root > 0 ? least_root : 0.0;
        return path;
    }

    std::vector<double> start_of(std::size_t sample) const {
        std::vector<double> root;
        root.reserve(atoms);
        const auto add = [&](const double* masses, std::size_t many) {
            for (std::size_t i = 0; i < many; ++i) root.push_back(std::sqrt(masses[sample * many + i]));
        };
        add(given.start, given.cells);
        for (const Chance& chance : given.chance) add(chance.mass, chance.rows);
        return root;
    }

    bool all_done() const {
        return std::all_of(paths.begin(), paths.end(), [](const Path& path) { return path.done; });
    }

    // Ask for the points at `roots`. Masses are kept above 0, where the start has any, and their sum 1.
    template <class Take>
    void visit(const Take& take) {
        for (std::size_t i = 0; i < paths.size(); ++i) {
            std::vector<double>& root = roots[i];
            double sum = 0;
            for (std::size_t a = 0; a < atoms; ++a) {
                if (root[a] < paths[i].floor[a]) root[a] = paths[i].floor[a];
                sum += root[a] * root[a];
            }
            const double norm = std::sqrt(sum);
            for (double& each : root) each /= norm;
            double* p = shares.data() + i * given.cells;
            for (std::size_t cell = 0; cell < given.cells; ++cell) p[cell] = root[cell] * root[cell];
            std::size_t first = given.cells;
            for (const Chance& chance : given.chance) {
                const double* spread = chance.spread + paths[i].sample * given.cells;
                for (std::size_t cell = 0; cell < given.cells; ++cell) {
                    const double of_row = root[first + chance.row[cell]];
                    p[cell] += spread[cell] * (of_row * of_row);
                }
                first += chance.rows;
            }
        }
        functional(shares, [&](std::size_t i, double value, const double* psi) {
            take(paths[i], point(paths[i], roots[i], shares.data() + i * given.cells, value, psi));
        });
    }

    Point point(const Path& path, const std::vector<double>& root, const double* p, double value,
                const double* psi) const {
        const std::size_t at = path.sample * given.cells;
        double variance = 0, third = 0, mean = 0;
        for (std::size_t cell = 0; cell < given.cells; ++cell) {
            const double second = p[cell] * psi[cell] * psi[cell];
            const double weight = given.squares[at + cell];
            variance += second * weight;
            third += second * psi[cell] * weight * weight;
            mean += path.observed[cell] * psi[cell];
        }
        const double error = std::sqrt(variance * given.effect[path.sample] / path.n);
        double quantile = given.quantile[path.sample];
        if (given.skewed)
            quantile = gamma_quantile(quantile, -path.sign * third / (variance * std::sqrt(variance * path.n)));
        Point found{root, std::vector<double>(atoms, 0.0), value, 0, 0, -path.sign * mean / error - quantile};
        std::copy_n(psi, given.cells, found.direction.begin());
        std::size_t first = given.cells;
        for (const Chance& chance : given.chance) {
            for (std::size_t cell = 0; cell < given.cells; ++cell)
                found.direction[first + chance.row[cell]] += chance.spread[at + cell] * psi[cell];
            first += chance.rows;
        }
        double squared = 0;
        for (std::size_t a = 0; a < atoms; ++a) {
            found.direction[a] *= root[a];
            squared += found.direction[a] * found.direction[a];
        }
        found.speed = std::sqrt(squared < tiny ? tiny : squared);
        found.error = error / found.speed;
        for (double& moved : found.direction) moved *= 0.5 * path.sign / found.speed;
        return found;
    }

    // A part of a standard error, the same at every level so that limits of a higher one lie farther out.
    double step_at(const Path& path) const {
        const double error = path.at.error, far = 2.0 / most_steps * given.quantile[path.sample] * error;
        const double step = std::max(step_in_errors * error, std::min(far, longest));
        return (std::isfinite(step) && std::isfinite(far) ? step : 0.0) * path.part + tiny;
    }

    void step_on(bool first) {
        if (first) {  // by the direction half a step further; later by those here and one step before
            for (std::size_t i = 0; i < paths.size(); ++i) roots[i] = ahead(paths[i], paths[i].at.direction, 0.5);
            visit([](Path& path, Point&& half) { path.last = std::move(half.direction); });
        }
        for (std::size_t i = 0; i < paths.size(); ++i) {
            Path& path = paths[i];
            std::vector<double> direction = path.last;
            if (!first)
                for (std::size_t a = 0; a < atoms; ++a)
                    direction[a] =
                        path.at.direction[a] + path.step / (2 * path.length) * (path.at.direction[a] - path.last[a]);
            roots[i] = ahead(path, direction, 1.0);
        }
        visit([this](Path& path, Point&& there) { arrive(path, std::move(there)); });
    }

    std::vector<double> ahead(const Path& path, const std::vector<double>& direction, double part) const {
        std::vector<double> root = path.at.root;
        for (std::size_t a = 0; a < atoms; ++a) root[a] += part * path.step * direction[a];
        return root;
    }

    void arrive(Path& path, Point&& there) const {
        const double gain = path.sign * (there.value - path.at.value);
        const bool known = std::isfinite(there.value) && std::isfinite(there.beyond);
        const bool moves =
            known && gain > still * (1 + std::abs(path.at.value)) && !(there.speed < slow * path.at.speed);
        path.last = path.at.direction;
        path.length = moves ? path.step : 1.0;
        if (path.done) return;
        if (known && gain > 0) path.limit = there.value;
        if (moves && there.beyond >= 0) {
            path.before = path.at;
            path.after = std::move(there);
            path.crossing = path.step;
            path.crossed = path.done = true;
            return;
        }
        if (moves)
            path.at = std::move(there);
        else
            path.part /= shorter;  // a bend that the step was too long for, or the end
        path.done = path.part < shortest;
        path.step = step_at(path);
    }

    // Between two points of each path, find that where S is the quantile.
    //
    // The path between them is a cubic through both with its directions; the place on it is found by false position
    // with the weights of Anderson and Bjorck (1973, BIT 13:253).
    void look_between() {
        for (Path& path : paths) {
            path.known = !path.crossed;
            path.f_left = path.before.beyond;
            path.f_right = path.after.beyond;
        }
        for (int number = 0; number < most_trials; ++number) {
            for (std::size_t i = 0; i < paths.size(); ++i)
                if (!paths[i].known) roots[i] = on_the_cubic(paths[i]);
            visit([](Path& path, Point&& point) { narrow(path, std::move(point)); });
            if (std::all_of(paths.begin(), paths.end(), [](const Path& path) { return path.known; })) return;
        }
    }

    std::vector<double> on_the_cubic(Path& path) const {
        double t = path.left - path.f_left * (path.right - path.left) / (path.f_right - path.f_left);
        if (!((t - path.left) * (t - path.right) < 0)) t = (path.left + path.right) / 2;
        path.trial = t;
        std::vector<double> root = path.before.root;
        for (std::size_t a = 0; a < atoms; ++a) {
            root[a] += t * t * (3 - 2 * t) * (path.after.root[a] - path.before.root[a]);
            root[a] += path.crossing * t * (1 - t) * ((1 - t) * path.before.direction[a] - t * path.after.direction[a]);
        }
        return root;
    }

    static void narrow(Path& path, Point&& point) {
        if (path.known) return;
        path.known = std::abs(point.beyond) <= close_by;
        if (point.beyond * path.f_right < 0) {
            path.left = path.right;
            path.f_left = path.f_right;
        } else {
            const double weight = 1 - point.beyond / path.f_right;
            path.f_left *= weight > 0 ? weight : 0.5;
        }
        path.right = path.trial;
        path.f_right = point.beyond;
        path.found = std::move(point);
    }
};

}  // namespace concordant::score_path
