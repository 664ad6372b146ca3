import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../network/free-port.ts';
import { manyUnpaidOrders } from '../shop/unpaid-limits.ts';

/** A process of the shop with a fixed port. */
interface ShopProcess {
  name: string;
  port: number;
  origin: string;
  readonly pid: number;
  /** Stops it with SIGTERM and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Two APIs and two storefronts behind nginx, as in `deploy/`. */
export interface Processes {
  /** The public origin. */
  origin: string;
  apis: ShopProcess[];
  storefronts: ShopProcess[];
  /** The process of the proxy. */
  proxy: ChildProcess;
  stop(): Promise<void>;
}

export interface Needed {
  /** For data folders and the proxy's files; must be readable by every user. */
  folder: string;
  databaseUrl: string;
  redisUrl: string;
  /** Further settings of the shop. */
  env?: Record<string, string>;
}

const project = join(import.meta.dirname, '../../..');

/** Whether nginx is installed. */
export function hasNginx(): boolean {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts all processes and waits until they respond. After a failure it stops those already started. */
export async function startProcesses({ folder, databaseUrl, redisUrl, env }: Needed): Promise<Processes> {
  const ports = await freePorts(6);
  const [outside, inside, ...shopPorts] = ports as [number, number, ...number[]];
  const [origin, apiUrl] = [outside, inside].map((port) => `http://127.0.0.1:${port}`) as [string, string];
  const shared = {
    REDIS_URL: redisUrl,
    PAGE_CACHE_KEY: 'the-page-key-of-a-test',
    PUBLIC_URL: origin,
    TRUSTED_PROXIES: '127.0.0.1',
  };
  const api = { ...shared, ROLE: 'api', DATABASE_URL: databaseUrl };
  const storefront = { ...shared, ROLE: 'storefront', API_URL: apiUrl };
  const started: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    for (const entry of started.reverse()) await entry.stop();
  };
  try {
    const open = async (name: string, port: number, role: Record<string, string>) => {
      const data = join(folder, name);
      const process = await shopProcess(name, port, {
        ...{ ...role, FYNBOS_DATA: data },
        ...{ ...manyUnpaidOrders, ...env },
      });
      started.push(process);
      return process;
    };
    // The first process migrates and fills the database.
    const apis = [await open('api-1', shopPorts[0]!, api), await open('api-2', shopPorts[1]!, api)];
    const proxy = await startNginx(folder, {
      outside,
      inside,
      apis: shopPorts.slice(0, 2),
      storefronts: shopPorts.slice(2),
    });
    started.push({ stop: () => ended(proxy, 'SIGTERM') });
    const storefronts = [
      await open('storefront-1', shopPorts[2]!, storefront),
      await open('storefront-2', shopPorts[3]!, storefront),
    ];
    return { origin, apis, storefronts, proxy, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

async function shopProcess(name: string, port: number, env: Record<string, string>): Promise<ShopProcess> {
  let child = await start();
  async function start(): Promise<ChildProcess> {
    const next = spawn(process.execPath, ['--max-semi-space-size=16', 'scripts/run.js', 'server/main.ts'], {
      cwd: project,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), HOST: '127.0.0.1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await waitUntilListening(name, next);
    return next;
  }
  return {
    name,
    port,
    origin: `http://127.0.0.1:${port}`,
    get pid() {
      return child.pid!;
    },
    async restart() {
      await ended(child, 'SIGTERM');
      child = await start();
    },
    // No requests are in progress, so the process can be killed.
    stop: () => ended(child, 'SIGKILL'),
  };
}

async function waitUntilListening(name: string, child: ChildProcess): Promise<void> {
  let output = '';
  const isThere = new Promise<void>((done, fail) => {
    const collect = (part: Buffer) => {
      output += part;
      if (/ is at http/.test(output)) done();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('exit', (code) => fail(new Error(`${name} exited with ${code}: ${output}`)));
  });
  await isThere;
}

export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

export interface ProxyPorts {
  outside: number;
  inside: number;
  apis: number[];
  storefronts: number[];
}

/** The nginx configuration of `deploy/nginx`, with local addresses. */
export async function startNginx(
  folder: string,
  { outside, inside, apis, storefronts }: ProxyPorts,
): Promise<ChildProcess> {
  const file = (name: string) => join(folder, name);
  const upstream = (name: string, ports: number[]) =>
    [
      `upstream ${name} {`,
      ...ports.map((port) => `  server 127.0.0.1:${port} max_fails=0;`),
      '  keepalive 64;\n  keepalive_timeout 5s;\n  keepalive_requests 100000;\n}',
    ].join('\n');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${file(kind)};`)
    .join('\n');
  await copyFile(join(project, 'deploy/nginx/nginx.conf'), file('nginx.conf'));
  await writeFile(
    file('upstreams.conf'),
    `${temporary}\n${upstream('apis', apis)}\n${upstream('storefronts', storefronts)}\n`,
  );
  await writeFile(file('listen.conf'), `listen 127.0.0.1:${outside};\n`);
  await writeFile(file('listen-inside.conf'), `listen 127.0.0.1:${inside};\n`);
  const directives = `daemon off; pid ${file('nginx.pid')}; error_log ${file('nginx.log')} warn;`;
  const asRoot = process.getuid?.() === 0 ? ' user root;' : '';
  const child = spawn(
    'nginx',
    ['-p', folder, '-c', file('nginx.conf'), '-e', file('nginx.log'), '-g', directives + asRoot],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  for (let waited = 0; waited < 5000; waited += 50) {
    if (await isReachable(`http://127.0.0.1:${outside}/health/live`)) return child;
    await new Promise((done) => setTimeout(done, 50));
  }
  await ended(child, 'SIGKILL');
  throw new Error(`nginx did not start; see ${file('nginx.log')}`);
}

const isReachable = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
