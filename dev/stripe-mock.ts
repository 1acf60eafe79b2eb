/** stripe-mock: Stripe's own mock server, which rejects everything that its API description does not define. */
import type { Reporting } from './downloads.ts'
import { goInstall } from './go-install.ts'
import { withLock } from './lock.ts'
import { executable, onPath } from './on-path.ts'
import { cacheDir } from './paths.ts'

const VERSION = '0.203.0'

/** The program, from the PATH, our cache or a build with Go. Undefined if none of these work. */
export async function stripeMockPath(options: Reporting = {}): Promise<string | undefined> {
  const built = cacheDir('bin', `stripe-mock-${VERSION}`)
  const cached = () => onPath('stripe-mock') ?? executable(built)
  const ready = cached()
  if (ready) return ready
  return withLock(cacheDir('locks', 'stripe-mock'), async () => {
    const target = `github.com/stripe/stripe-mock@v${VERSION}`
    return cached() ?? (await goInstall(target, built, options))
  })
}
