import { expect, test } from 'vitest'
import { once, onceEach } from './once.ts'

test('what was made is kept, also while it is being made', async () => {
  let made = 0
  const get = once(() => Promise.resolve((made += 1)))
  expect(await Promise.all([get(), get()])).toEqual([1, 1])
  expect(await get()).toBe(1)
})

test('what failed is made again', async () => {
  let tries = 0
  const get = once(() => {
    tries += 1
    return tries === 1 ? Promise.reject(new Error('Too slow')) : Promise.resolve(tries)
  })
  await expect(get()).rejects.toThrow('Too slow')
  expect(await get()).toBe(2)
  expect(await get()).toBe(2)
})

test('each key has its own', async () => {
  const asked: string[] = []
  const get = onceEach((key: string) => {
    asked.push(key)
    return Promise.resolve(key.toUpperCase())
  })
  expect(await Promise.all([get('a'), get('b'), get('a')])).toEqual(['A', 'B', 'A'])
  expect(asked).toEqual(['a', 'b'])
})
