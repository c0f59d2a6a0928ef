import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs a program without blocking this process, which may serve it. Fails with all that it printed. */
export async function run(
  program: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<{ stdout: string; stderr: string }> {
  return await promisify(execFile)(program, args, { timeout: 120_000, ...options }).catch((error) => {
    throw new Error(`${program} ${args.join(' ')} failed:\n${error.stdout}${error.stderr}`, { cause: error })
  })
}
