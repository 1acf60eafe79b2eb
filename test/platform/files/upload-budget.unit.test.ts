import { expect, test } from 'vitest'
import { UploadBudget } from '../../../api/endpoints/upload-budget.ts'

const MEBIBYTE = 1024 * 1024

const takeAll = (budget: UploadBudget, tenantId: string, contentLength?: number): Disposable[] => {
  const taken: Disposable[] = []
  for (;;)
    try {
      taken.push(budget.reserve(tenantId, contentLength))
    } catch (error) {
      expect(error).toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 5 })
      return taken
    }
}

test('one tenant may use half of the budget for uploads, and releases what it used', () => {
  const budget = new UploadBudget()
  const one = takeAll(budget, 'ten_1', 24 * MEBIBYTE)
  const other = takeAll(budget, 'ten_2', 24 * MEBIBYTE)
  expect([one.length, other.length]).toEqual([128, 128])
  expect(takeAll(budget, 'ten_3', 1)).toHaveLength(0)
  for (const reserved of one) reserved[Symbol.dispose]()
  expect(takeAll(budget, 'ten_3', 24 * MEBIBYTE)).toHaveLength(128)
})

test('an upload of unknown length reserves room for the largest file', () => {
  expect(takeAll(new UploadBudget(), 'ten_1')).toHaveLength(5)
})

test('a form reserves its declared length, up to the largest file', () => {
  const budget = new UploadBudget()
  const small = Array.from({ length: 12 }, () => budget.reserveForm('ten_1', 37))
  const large = [1, 2, 3, 4].map(() => budget.reserveForm('ten_1', 90 * MEBIBYTE))
  expect(small.length + large.length).toBe(16)
  expect(() => budget.reserveForm('ten_1', undefined)).not.toThrow()
  expect(() => budget.reserveForm('ten_1', undefined)).toThrow('receiving too many files')
})
