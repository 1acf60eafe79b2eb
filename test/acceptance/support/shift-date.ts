/** Preloaded into a process of a test (`node --import`): its Date is at another day, and runs on from there. */
const offset = Date.parse(process.env['STORY_BEGINS_AT'] ?? '') - Date.now()
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...args: unknown[]) {
    if (args.length === 0) super(RealDate.now() + offset)
    else super(...(args as [number]))
  }

  static override now(): number {
    return RealDate.now() + offset
  }
} as DateConstructor
