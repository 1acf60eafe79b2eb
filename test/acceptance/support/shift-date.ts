/** Preloaded into a test process (`node --import`) to shift its Date to another day. */
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
