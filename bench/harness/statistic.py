# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""Ratios of pairs, and how sure they are."""

import random
import statistics


def bootstrap_interval(values, resamples=10000, level=0.95):
    """The bootstrap interval of the median, by percentiles. The same values give the same interval."""
    if len(values) < 2:
        return (values[0], values[0]) if values else (float("nan"), float("nan"))
    generator = random.Random(1)
    medians = sorted(statistics.median(generator.choices(values, k=len(values))) for _ in range(resamples))
    tail = (1 - level) / 2
    return medians[int(tail * resamples)], medians[int((1 - tail) * resamples) - 1]


def spread(values):
    """Median and extremes of a sample."""
    return {"median": statistics.median(values), "min": min(values), "max": max(values)}
