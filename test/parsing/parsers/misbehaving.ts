import { writeFileSync } from 'node:fs'

/** A parser that misbehaves as its input says, after it wrote a named file. */
export const parse = ({ does, mark }: { does: string; mark?: string }): unknown => {
  if (mark) writeFileSync(mark, '')
  switch (does) {
    case 'answer':
      return { words: ['a', 'b'] }
    case 'loop':
      for (;;);
    case 'backtrack':
      return { words: [`${'a'.repeat(40)}!`.replace(/^(a+)+$/, 'b')] }
    case 'allocate': {
      const kept: string[][] = []
      for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => `${index} ${kept.length}`))
    }
    case 'grow': {
      let text = 'x'
      const kept: string[] = []
      for (;;) kept.push((text = `${text}${text}`.slice(0, 1_000_000)), JSON.stringify(text))
    }
    case 'buffers': {
      // The unpacked archive: memory outside the heap, which Node's own limit does not count.
      const kept: Uint8Array[] = []
      for (;;) {
        if (kept.length < 40) kept.push(new Uint8Array(4 * 1024 * 1024).fill(1))
      }
    }
    case 'recurse':
      return (function deeper(depth: number): number {
        return deeper(depth + 1) + 1
      })(0)
    case 'throw':
      throw new Error('Lena Weiss cannot be read')
    case 'reject':
      return Promise.reject(new Error('Lena Weiss cannot be read'))
    case 'exit':
      return process.exit(0)
    case 'other answer':
      return { words: [1] }
    case 'no answer':
      return undefined
    case 'long answer':
      return { words: ['x'.repeat(20_000)] }
    case 'say':
      console.log('Lena Weiss')
      console.error('Lena Weiss')
      return { words: [] }
    case 'environment':
      return { words: Object.keys(process.env) }
    default:
      throw new Error(does)
  }
}
