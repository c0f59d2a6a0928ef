import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysOf } from './points.ts'

test('days start by the calendar of their time zone, also where the clock skips midnight', () => {
  const range = { from: Date.UTC(2025, 0, 1, 7, 13), to: Date.UTC(2026, 3, 30) }
  // Beirut and Cairo skip midnight, Lord Howe changes by half an hour.
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Beirut', 'Africa/Cairo', 'Asia/Kathmandu']
  for (const zone of [...zones, 'Pacific/Apia', 'Australia/Lord_Howe', 'America/Santiago']) {
    const expected: number[] = []
    let day = Temporal.Instant.fromEpochMilliseconds(range.from).toZonedDateTimeISO(zone).startOfDay()
    for (; day.epochMilliseconds < range.to; day = day.add({ days: 1 }).startOfDay())
      expected.push(day.epochMilliseconds)
    assert.deepEqual(daysOf(range, zone), expected, zone)
  }
})
