"""Learns which edits are what their message asks for: boosted decision trees over the signs of each edit.

Usage: python3 trainPlausible.py FOLDER OUTPUT.json
FOLDER is what candidates.ts wrote. With HELD_OUT=1 a sixth of the rows is kept apart, and it is printed how well right and wrong edits of
it are told apart (the chance that a right one gets the higher score).
"""
import json
import os
import sys

import numpy as np

folder, output = sys.argv[1:3]
held_out = os.environ.get("HELD_OUT", "")
trees, depth, rate, shrink, absent = 300, 7, 0.035, 4.0, -2.0
rows_used, signs_used, fewest, bins = 0.7, 0.25, 12, 24
# Marked instructions are easier than what people write, so they count less.
weights = {"rounds": 1.0, "edits": 1.0, "marked": 0.5}

edits = [json.loads(line) | {"source": source} for source in weights for line in open(f"{folder}/{source}.jsonl")]
names = sorted({name for edit in edits for name in edit["signs"]})
signs = np.array([[edit["signs"].get(name, absent) for name in names] for edit in edits])
right = np.array([float(edit["isRight"]) for edit in edits])
weight = np.array([weights[edit["source"]] for edit in edits])
rows = sorted({edit["row"] for edit in edits})
group = {row: at % 6 for at, row in enumerate(rows)}
kept = np.array([bool(held_out) and group[edit["row"]] == 0 for edit in edits])

edges = [np.unique(np.quantile(column, np.linspace(0, 1, bins + 1)[1:-1])) for column in signs[~kept].T]
# Rounded up, so that a value is on the same side of a rounded edge.
edges = [np.unique(np.ceil(edge * 1e4) / 1e4) for edge in edges]
binned = np.stack([np.searchsorted(edge, column) for edge, column in zip(edges, signs.T)], 1)
chance = np.random.default_rng(0)


def probability(score):
    return 1 / (1 + np.exp(-score))


def grow(gradient, curvature, members, columns, left):
    slope, curve = gradient[members].sum(), curvature[members].sum()
    leaf = slope / (curve + shrink)
    if left == 0 or curve < 0.6:
        return leaf
    found, gain = None, 1e-3
    for column in columns:
        count = len(edges[column]) + 1
        place = binned[members, column]
        below = [np.bincount(place, each, count).cumsum()[:-1] for each in (gradient[members], curvature[members], np.ones(len(members)))]
        gains = below[0] ** 2 / (below[1] + shrink) + (slope - below[0]) ** 2 / (curve - below[1] + shrink) - slope**2 / (curve + shrink)
        gains[(below[2] < fewest) | (len(members) - below[2] < fewest)] = -1
        if len(gains) and gains.max() > gain:
            found, gain = (int(column), int(gains.argmax())), gains.max()
    if found is None:
        return leaf
    column, edge = found
    isLeft = binned[members, column] <= edge
    return column, edge, *(grow(gradient, curvature, members[side], columns, left - 1) for side in (isLeft, ~isLeft))


def leaves(tree, table):
    if not isinstance(tree, tuple):
        return np.full(len(table), tree)
    column, edge, low, high = tree
    isLeft = table[:, column] <= edge
    found = np.empty(len(table))
    found[isLeft], found[~isLeft] = leaves(low, table[isLeft]), leaves(high, table[~isLeft])
    return found


def written(tree):
    if not isinstance(tree, tuple):
        return round(float(tree) * rate, 4)
    column, edge, low, high = tree
    return [column, float(edges[column][edge]), written(low), written(high)]


trained = np.flatnonzero(~kept)
share = (weight * right)[trained].sum() / weight[trained].sum()
start = float(np.log(share / (1 - share)))
score = np.full(len(edits), start)
forest = []
for _ in range(trees):
    likely = probability(score)
    used = trained[chance.random(len(trained)) < rows_used]
    columns = np.flatnonzero(chance.random(len(names)) < signs_used)
    tree = grow(weight * (right - likely), weight * likely * (1 - likely), used, columns, depth)
    forest.append(tree)
    score += rate * leaves(tree, binned)

if held_out:
    good, bad = score[kept & (right == 1)], score[kept & (right == 0)]
    print(f"{(good[:, None] > bad[None, :]).mean():.3f} of pairs in order, {len(good)} right and {len(bad)} wrong edits")
with open(output, "w") as file:
    json.dump({"signs": names, "start": round(start, 4), "absent": absent, "trees": [written(tree) for tree in forest]}, file, separators=(",", ":"))
    file.write("\n")
print(f"{len(forest)} trees from {len(trained)} edits are in {output}.")
