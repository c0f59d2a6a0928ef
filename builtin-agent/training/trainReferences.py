"""Learns which node of a page a phrase means, if any: a small network over how it fits each node, and what each word speaks for.

Usage: python3 trainReferences.py FOLDER OUTPUT.bin
FOLDER is what prepare.ts wrote. With HELD_OUT=1 a fifth is kept apart and the share found is printed; with HELD_OUT=NAME a page.
"""
import json
import os
import random
import sys

import numpy as np
import torch
from torch import nn

from weights import write

folder, output = sys.argv[1:3]
held_out = os.environ.get("HELD_OUT", "")
epochs, hidden, decay = int(os.environ.get("EPOCHS", 6)), 48, float(os.environ.get("DECAY", 1e-3))

stored = json.load(open(f"{folder}/phrases.json"))
width, rows = stored["width"], stored["phrases"]
fits = torch.tensor(np.fromfile(f"{folder}/fits.bin", dtype=np.float32).reshape(-1, width))
descriptors = sorted({name for nodes in stored["nodes"].values() for node in nodes for name in node})
place = {name: at for at, name in enumerate(descriptors)}
described = {}
for page, nodes in stored["nodes"].items():
    table = torch.zeros(len(nodes), len(descriptors))
    for at, names in enumerate(nodes):
        for name in names:
            table[at, place[name]] = 1
    described[page] = table
start = 0
for row in rows:
    end = start + len(stored["nodes"][row["page"]])
    row["fits"] = fits[start:end]
    start = end

chance = random.Random(3)
chance.shuffle(rows)
if held_out in stored["nodes"]:
    tested = [row for row in rows if row["page"] == held_out]
else:
    tested = [row for row in rows if row["message"] % 5 == 1] if held_out else []
kept = {id(row) for row in tested}
trained = [row for row in rows if id(row) not in kept]
seen = {}
for row in trained:
    for word in row["words"]:
        seen[word] = seen.get(word, 0) + 1
index = {word: at + 1 for at, word in enumerate(sorted(word for word, n in seen.items() if n > 1))}
none = [0.0] * len(next(iter(stored["vectors"].values())))
vectors = torch.tensor([none] + list(stored["vectors"].values()))
known = {word: at + 1 for at, word in enumerate(stored["vectors"])}
for row in rows:
    row["ids"] = [index.get(word, 0) for word in row["words"]]
    # What a word means, on the side of the phrase it stands on.
    row["sides"] = [[known.get(word.split(":", 1)[1], 0) for word in row["words"] if word.startswith(side)] for side in ("head:", "tail:")]


def padded(lists):
    longest = max(1, max(len(each) for each in lists))
    return torch.tensor([each + [0] * (longest - len(each)) for each in lists])


class Ranker(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(len(index) + 1, len(descriptors), padding_idx=0)
        nn.init.zeros_(self.words.weight)
        self.sides = nn.ModuleList(nn.Linear(len(none), len(descriptors), bias=False) for _ in "ht")
        for side in self.sides:
            nn.init.zeros_(side.weight)
        self.fit = nn.Sequential(nn.Linear(width, hidden), nn.ReLU(), nn.Dropout(0.1), nn.Linear(hidden, 1))

    def forward(self, batch):
        """The scores of every node for phrases of one page, and of meaning nothing on it."""
        each = self.words(padded([row["ids"] for row in batch]))
        if self.training:
            each = each * (torch.rand(*each.shape[:2], 1) > 0.5).float() * 2
        speaks = each.sum(1)
        for at, side in enumerate(self.sides):
            meant = vectors[padded([row["sides"][at] for row in batch])]
            speaks = speaks + side(nn.functional.dropout(meant, 0.2, self.training).sum(1))
        scores = speaks @ described[batch[0]["page"]].T + self.fit(torch.stack([row["fits"] for row in batch])).squeeze(2)
        return torch.cat([scores, torch.zeros(len(batch), 1)], 1)


def batches(of, size):
    """Phrases of one page at a time, in any order."""
    of = sorted(chance.sample(of, len(of)), key=lambda row: row["page"])
    cut = [of[at : at + size] for at in range(0, len(of), size)]
    made = [[row for row in batch if row["page"] == page] for batch in cut for page in {row["page"] for row in batch}]
    return chance.sample(made, len(made))


torch.manual_seed(1)
net = Ranker()
rates = [0.03, 0.003, 0.003]
optimizer = torch.optim.Adam(
    [{"params": net.words.parameters()}, {"params": net.fit.parameters()}, {"params": net.sides.parameters()}], lr=0.003
)
for epoch in range(epochs):
    for group, rate in zip(optimizer.param_groups, rates):
        group["lr"] = rate * (1 - epoch / epochs * 0.9)
    net.train()
    for batch in batches(trained, 16):
        likely = torch.log_softmax(net(batch), 1)
        loss = 0
        for at, row in enumerate(batch):
            loss = loss - torch.logsumexp(likely[at, row["meant"]], 0)
        size = net.words.weight.pow(2).sum() + sum(side.weight.pow(2).sum() for side in net.sides)
        loss = loss / 16 + decay * size / 16
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"epoch {epoch + 1} of {epochs}, loss {loss.item():.2f}", flush=True)

net.eval()
if tested:
    with torch.no_grad():
        for name, kind in (("in messages", True), ("alone", False)):
            each = [row for row in tested if (row["message"] >= 0) == kind]
            right = sum(int(net([row])[0].argmax()) in row["meant"] for row in each)
            print(f"{right} of {len(each)} phrases {name} are found")
else:
    tables = {name: value.detach().numpy() for name, value in net.state_dict().items()}
    write(
        output,
        {"words": [""] + sorted(index, key=index.get), "descriptors": descriptors},
        [
            ("words", tables["words.weight"]),
            ("head", tables["sides.0.weight"]),
            ("tail", tables["sides.1.weight"]),
            ("hidden", tables["fit.0.weight"]),
            ("hiddenBias", tables["fit.0.bias"]),
            ("output", tables["fit.3.weight"]),
            ("outputBias", tables["fit.3.bias"]),
        ],
    )
