import { createHmac } from 'node:crypto'

import { expect, test } from 'vitest'

import { verifySignature } from '../../dev/demo-receiver.ts'

const secret = 'whsec_c2VjcmV0'
const body = Buffer.from('{"id":"evt_1"}')
const now = Math.floor(Date.now() / 1000)
const sign = (t: number, by = secret) =>
  createHmac('sha256', by).update(`${t}.`).update(body).digest('hex')

test('accepts a signature over time and body, whatever other signatures are sent', () => {
  expect(verifySignature(`t=${now},v1=${sign(now)}`, body, secret)).toBe(true)
  expect(
    verifySignature(`t=${now},v1=${sign(now, 'old')},v1=${sign(now)},v2=k:AA==`, body, secret),
  ).toBe(true)
})

test.each([
  ['another secret', `t=${now},v1=${sign(now, 'other')}`],
  ['an old delivery', `t=${now - 600},v1=${sign(now - 600)}`],
  ['another time than the signed one', `t=${now},v1=${sign(now - 1)}`],
  ['no signature', `t=${now}`],
  ['nothing', ''],
])('%s is refused', (_, header) => {
  expect(verifySignature(header, body, secret)).toBe(false)
})
