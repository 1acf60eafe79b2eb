import { expect, test } from 'vitest'
import { once, onceEach } from './once.ts'

test('a value is created once, even by simultaneous calls', async () => {
  let made = 0
  const get = once(() => Promise.resolve((made += 1)))
  expect(await Promise.all([get(), get()])).toEqual([1, 1])
  expect(await get()).toBe(1)
})

test('a failed creation is retried', async () => {
  let tries = 0
  const get = once(() => {
    tries += 1
    return tries === 1 ? Promise.reject(new Error('Too slow')) : Promise.resolve(tries)
  })
  await expect(get()).rejects.toThrow('Too slow')
  expect(await get()).toBe(2)
  expect(await get()).toBe(2)
})

test('each key has its own value', async () => {
  const asked: string[] = []
  const get = onceEach((key: string) => {
    asked.push(key)
    return Promise.resolve(key.toUpperCase())
  })
  expect(await Promise.all([get('a'), get('b'), get('a')])).toEqual(['A', 'B', 'A'])
  expect(asked).toEqual(['a', 'b'])
})
