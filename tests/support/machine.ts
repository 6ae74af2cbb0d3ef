// Runs the commands of the instructions as root in a mount namespace, so that
// their changes to files stay in memory.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Whether this process may create a mount namespace. */
export function canMakeMachine(): boolean {
  const { status } = spawnSync('unshare', ['--mount', 'true'])
  return process.getuid?.() === 0 && status === 0
}

/** Returns the programs that are not installed on this machine. */
export function missingPrograms(programs: string[]): string[] {
  return programs.filter(
    (program) => spawnSync('which', [program]).status !== 0,
  )
}

// Changes below these folders stay in memory and vanish with the namespace.
const setUp = `
set -e
mount --make-rprivate /
mount -t tmpfs tmpfs /mnt
for folder in etc usr var; do
  mkdir -p /mnt/$folder/upper /mnt/$folder/work
  mount -t overlay overlay -o lowerdir=/$folder,upperdir=/mnt/$folder/upper,workdir=/mnt/$folder/work /$folder
done
mount -t tmpfs tmpfs /srv
mount -t tmpfs tmpfs /run
mkdir -p /etc/nginx/sites-enabled /etc/systemd/system
cat > /usr/local/bin/systemctl
chmod 755 /usr/local/bin/systemctl
echo ready
exec sleep infinity`

// Replaces systemd, which does not run here: runs the commands of the site's
// units as their user, in their folder and with their settings.
const systemctl = `#!/bin/sh
set -e
value() { sed -n "s/^$2=//p" "/etc/systemd/system/$1.service"; }
run() {
  cd "$(value "$unit" WorkingDirectory)"
  set -a; . "$(value "$unit" EnvironmentFile)"; NODE_ENV=production; set +a
  exec runuser -u "$(value "$unit" User)" -- $1
}
stop() {
  [ -f "/run/$1.pid" ] || return 0
  kill "$(cat "/run/$1.pid")"
  while kill -0 "$(cat "/run/$1.pid")" 2>/dev/null; do sleep 0.1; done
  rm "/run/$1.pid"
}
start() {
  unit=$1
  before=$(value "$unit" ExecStartPre)
  if [ -n "$before" ]; then (run "$before"); fi
  if [ "$(value "$unit" Type)" = oneshot ]; then (run "$(value "$unit" ExecStart)"); return; fi
  (run "$(value "$unit" ExecStart)") > "/run/$unit.log" 2>&1 &
  echo $! > "/run/$unit.pid"
}
verb=$1; shift
[ "$1" != --now ] || shift
for name in "$@"; do
  case "$verb $name" in
    *.socket | *.timer) test -f "/etc/systemd/system/$name" ;;
    "reload nginx") test -f /etc/nginx/sites-enabled/site ;;
    "stop "*) stop "$name" ;;
    "restart "*) stop "$name"; start "$name" ;;
    *) start "$name" ;;
  esac
done
`

export async function startMachine() {
  const environment = { PATH, HOME: '/root' }
  const keeper = spawn('unshare', ['--mount', 'sh', '-c', setUp], {
    env: environment as unknown as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  keeper.stdin.end(systemctl)
  await new Promise<void>((resolve, reject) => {
    keeper.once('exit', (code) => reject(new Error(`exit code ${code}`)))
    keeper.stdout.once('data', () => resolve())
  })

  /**
   * Runs shell commands, as root or as another user, and returns their output.
   */
  function run(commands: string, folder = '/', user = 'root'): string {
    const script = `cd '${folder}'\n${commands}`
    const shell = ['runuser', '-u', user, '--', 'sh', '-e', '-c', script]
    const { status, stdout, stderr } = spawnSync(
      'nsenter',
      ['--target', String(keeper.pid), '--mount', ...shell],
      {
        env: environment as unknown as NodeJS.ProcessEnv,
        encoding: 'utf8',
        input: '',
      },
    )
    if (status !== 0)
      throw new Error(`${commands}\nended with ${status}: ${stdout}${stderr}`)
    return stdout + stderr
  }

  function stop() {
    const pid = '/run/site.pid'
    run(`[ ! -f ${pid} ] || kill "$(cat ${pid})"`)
    keeper.kill('SIGKILL')
  }

  return { run, stop }
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** A block of commands of a document, with the heading above it. */
export type Block = { heading: string; commands: string }

export function commandsIn(document: string): Block[] {
  let heading = ''
  const text = readFileSync(document, 'utf8')
  const parts = text.matchAll(/^#+ (.*)$|^ *```sh\n([\s\S]*?)^ *```$/gm)
  return [...parts].flatMap(([, title, commands]) => {
    if (title) heading = title
    return commands ? [{ heading, commands }] : []
  })
}
