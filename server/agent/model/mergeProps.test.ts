import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeProps } from './mergeProps.ts'

const button = { label: 'Start', link: 'https://a.example/start' }
const plans = [
  { id: 'a', name: 'Solo', description: 'For one', button, includes: ['x', 'y', 'z'] },
  { id: 'b', name: 'Team', description: 'For ten', button },
  { id: 'c', name: 'Fleet', description: 'For all', button },
]

test('renaming one plan keeps the descriptions and buttons of all', () => {
  const [solo, team, fleet] = plans
  const renamed = [{ ...solo, name: 'One' }, team, fleet]
  for (const given of [
    [{ id: 'a', name: 'One' }],
    [{ name: 'One' }, { name: 'Team' }, { name: 'Fleet' }],
    [{ id: 'a', name: 'One' }, { id: 'b' }, { id: 'c' }],
  ])
    assert.deepEqual(
      mergeProps({ plans }, { plans: given }, false),
      { plans: renamed },
      JSON.stringify(given),
    )
})

test('a list in another order is reordered, and new items come last', () => {
  const order = [{ id: 'c' }, { id: 'a' }, { id: 'b' }]
  assert.deepEqual(mergeProps({ plans }, { plans: order }, false), { plans: [plans[2], plans[0], plans[1]] })
  const added = mergeProps({ plans }, { plans: [{ id: 'a' }, { name: 'New' }] }, false)
  assert.deepEqual(added, { plans: [...plans, { name: 'New' }] })
})

test('entries of a list are removed only if the call says so', () => {
  assert.throws(() => mergeProps({ points: ['a', 'b', 'c'] }, { points: ['b'] }, false), /take away “a”, “c”/)
  assert.deepEqual(mergeProps({ points: ['a', 'b', 'c'] }, { points: ['b'] }, true), { points: ['b'] })
  assert.deepEqual(mergeProps({ points: ['a'] }, { points: ['a', 'b'] }, false), { points: ['a', 'b'] })
  assert.throws(() => mergeProps({ plans }, { plans: [{ name: 'Pro' }] }, false), /none of these/)
  assert.throws(
    () => mergeProps({ plans }, { plans: [{ id: 'a', includes: ['x'] }] }, false),
    /includes: 3 → 1/,
  )
  assert.deepEqual(mergeProps({ plans }, { plans: [{ id: 'b' }] }, true), { plans: [plans[1]] })
})

test('a button keeps the link that the call leaves out, and null takes a field away', () => {
  assert.deepEqual(mergeProps({ button }, { button: { label: 'Go' } }, false), {
    button: { ...button, label: 'Go' },
  })
  const [solo] = mergeProps({ plans }, { plans: [{ id: 'a', description: null }] }, false).plans as object[]
  assert.deepEqual(Object.keys(solo as object), ['id', 'name', 'button', 'includes'])
  assert.deepEqual(mergeProps({ button }, { button: null }, false), { button: null })
})
