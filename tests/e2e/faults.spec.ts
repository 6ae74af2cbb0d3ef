// Posts 5,500 leads, a third of them as contact cards, while processes, disks
// and databases fail. No acknowledged lead or change may be lost, and no lead
// may be stored twice.
import { execFile, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { migrateDatabase } from '@/lib/database/migrate'
import { holdLock, migrationsWith, selectColumnAt } from '../support/database'
import {
  disturbReceivers,
  expectNothingLost,
  type Processes,
  startProcesses,
} from '../support/faults'
import { type Pooler, startPgbouncer } from '../support/pgbouncer'
import { type Cluster, startCluster } from '../support/postgresql-cluster'
import { locatePgbouncer, locatePostgresql } from '../support/programs'
import { mountSmallDisk, unmountDisks } from '../support/small-disk'
import { startVisitors, type Visitors } from '../support/visitors'

// Allows for a busy machine.
test.describe.configure({ timeout: 900_000 })

test.afterEach(unmountDisks)

type Scenario = {
  leads: number
  processes: number
  url?: string
  fault: (visitors: Visitors, sites: Processes) => Promise<unknown>
}

/**
 * Repeats a fault at least four times and until enough leads are acknowledged.
 */
async function expectToSurvive({ leads, processes, url, fault }: Scenario) {
  const sites = await startProcesses(url, processes)
  const calm = disturbReceivers(sites)
  const visitors = startVisitors(sites.addresses)
  for (
    let faults = 0;
    faults < 4 || visitors.acknowledged.length < leads;
    faults++
  )
    await fault(visitors, sites)
  await visitors.stop()
  calm()
  await sites.deliverAll()
  await expectNothingLost(visitors, sites)
  if (sites.url.startsWith('file:')) {
    expect(
      await selectColumnAt(
        sites.url,
        'SELECT integrity_check FROM pragma_integrity_check',
      ),
    ).toEqual(['ok'])
  }
}

test.describe('SQLite', () => {
  test('keeps every lead of a process that is killed repeatedly', async () => {
    await expectToSurvive({
      leads: 700,
      processes: 1,
      async fault(visitors, sites) {
        await visitors.untilAcknowledged(173)
        await sites.crash(0)
      },
    })
  })

  test('keeps every lead of a process that pauses for longer than visitors wait', async () => {
    await expectToSurvive({
      leads: 600,
      processes: 1,
      async fault(visitors, sites) {
        await visitors.untilAcknowledged(83)
        sites.serverAt(0)?.kill('SIGSTOP')
        await pause(8_000)
        sites.serverAt(0)?.kill('SIGCONT')
      },
    })
  })

  test('keeps every lead of three processes that are killed in turn', async () => {
    let victim = 0

    await expectToSurvive({
      leads: 900,
      processes: 3,
      async fault(visitors, sites) {
        await visitors.untilAcknowledged(223)
        await sites.crash(victim++ % 3)
      },
    })
  })

  test('keeps every lead while another program locks the file', async () => {
    await expectToSurvive({
      leads: 600,
      processes: 2,
      async fault(visitors, sites) {
        await visitors.untilAcknowledged(71)
        const unlockSoon = await holdLock(sites.url)
        await pause(300)
        await unlockSoon()
        await visitors.untilAcknowledged(71)
        const unlock = await holdLock(sites.url)
        await visitors.untilRefused()
        await unlock()
      },
    })
  })

  test('keeps every lead when the disk is full', async () => {
    const disk = mountSmallDisk(test.skip, '32m')
    const ballast = join(disk, 'ballast')

    await expectToSurvive({
      leads: 400,
      processes: 1,
      url: `file:${join(disk, 'site.db')}`,
      async fault(visitors) {
        await visitors.untilAcknowledged(89)
        spawnSync('sh', ['-c', `cat /dev/zero > ${ballast}`])
        await visitors.untilRefused()
        rmSync(ballast)
      },
    })
  })

  test('keeps every lead during backups and migrations', async () => {
    let migrations = 0

    await expectToSurvive({
      leads: 700,
      processes: 2,
      async fault(visitors, sites) {
        await visitors.untilAcknowledged(101)
        const before = visitors.acknowledged.map(({ id }) => id)
        const next = `29991231${String(migrations++).padStart(6, '0')}_next`
        const sql = `ALTER TABLE "Lead" ADD COLUMN "next${migrations}" TEXT`
        const [backup, applied] = await Promise.all([
          backUp(sites),
          migrateDatabase(
            sites.url,
            migrationsWith(sites.url, { [next]: sql }),
          ),
        ])
        const saved = await selectColumnAt(
          `file:${backup}`,
          'SELECT id FROM Lead',
        )
        expect(before.filter((id) => !saved.includes(id))).toEqual([])
        expect(applied).toEqual([next])
      },
    })
  })
})

async function backUp({ environment }: Processes): Promise<string> {
  const env = { ...process.env, ...environment }
  const command = ['--import', 'tsx', 'scripts/backup.ts']
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    env,
  })
  return stdout.match(/^Backed up to (\S+), /)?.[1] ?? stdout
}

test.describe('PostgreSQL', () => {
  test.skip(!locatePostgresql(), 'PostgreSQL is not on this machine')

  let cluster: Cluster
  let pooler: Pooler | undefined

  test.beforeEach(async () => {
    cluster = await startCluster()
    await cluster.query('CREATE DATABASE faults')
  })

  test.afterEach(async () => {
    await pooler?.stop()
    await cluster.remove()
  })

  test('keeps every lead when the server restarts or a table is locked', async () => {
    await expectToSurvive({
      leads: 800,
      processes: 2,
      url: cluster.addressOf('faults'),
      async fault(visitors, sites) {
        await visitors.untilAcknowledged(103)
        await cluster.stop('crash')
        await visitors.untilRefused()
        await cluster.start()
        await visitors.untilAcknowledged(59)
        const unlock = await holdLock(sites.url)
        await visitors.untilRefused()
        await unlock()
      },
    })
  })

  test('keeps every lead when PgBouncer or the server behind it restarts', async () => {
    test.skip(!locatePgbouncer(), 'PgBouncer is not on this machine')
    const behind = await startPgbouncer(cluster.addressOf('faults'), [
      'pool_mode = transaction',
      'server_login_retry = 1',
    ])
    pooler = behind

    await expectToSurvive({
      leads: 800,
      processes: 2,
      url: behind.addressOf('faults'),
      async fault(visitors) {
        await visitors.untilAcknowledged(107)
        await behind.stop()
        await visitors.untilRefused()
        await behind.start()
        await visitors.untilAcknowledged(61)
        await cluster.stop('crash')
        await cluster.start()
      },
    })
  })
})
