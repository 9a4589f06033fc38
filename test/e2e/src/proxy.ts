import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@dropwire/sandbox';
import { environmentOf } from '../../../scripts/compose.ts';
import { findNginx } from '../../../scripts/nginx.mjs';
import { type Launcher, until } from './launch.ts';
import { createVisitor, type Visitor } from './visitor.ts';

const ROOT = join(import.meta.dirname, '../../..');
const HOST = '127.0.0.1';

/** The proxy of docker-compose.yml, with Debian's nginx in place of its image. */
export interface Proxy {
	/** The address for browsers, with https. */
	url: string;
	/** The address without TLS. */
	plainUrl: string;
	/** The folder from which it answers the certificate authority's challenges. */
	acmeFolder: string;
	accessLog(): string;
	/** A browser with this address from 127.0.0.0/8. */
	visitor(address?: string): Visitor;
	/**
	 * Starts it. Resolves when a server behind it answers.
	 * @param servers the servers behind it, `host:port`
	 */
	start: (launcher: Launcher, servers: readonly string[], dotenv: Record<string, string>) => Promise<void>;
}

/** Whether the proxy can start on this machine. In CI it must. */
export const canOpenProxy = findNginx() !== null || Boolean(process.env['CI']);

/** Chooses the proxy's addresses, which its servers need before it starts. @param folder for its files */
export async function prepareProxy(folder: string): Promise<Proxy> {
	const [httpPort, httpsPort] = [await freePort(), await freePort()];
	const [tls, acmeFolder] = [join(folder, 'tls'), join(folder, 'acme')];
	for (const path of [tls, acmeFolder, join(folder, 'temp')]) mkdirSync(path);
	makeCertificate(tls);
	const ca = readFileSync(join(tls, 'fullchain.pem'), 'utf8');
	const url = `https://${HOST}:${httpsPort}`;
	const visitor = (address = HOST) => createVisitor(url, ca, address);
	return {
		url,
		plainUrl: `http://${HOST}:${httpPort}`,
		acmeFolder,
		accessLog: () => readFileSync(join(folder, 'access.log'), 'utf8'),
		visitor,
		async start(launcher, servers, dotenv) {
			const nginx = findNginx();
			if (!nginx) throw new Error('There is no nginx. Run: node scripts/pretest.mjs');
			const environment = {
				...environmentOf('proxy', dotenv),
				HTTP_PORT: String(httpPort),
				HTTPS_PORT: String(httpsPort),
				UPSTREAM: servers.length === 1 ? (servers[0] as string) : 'dropwire',
				TLS_DIR: tls,
				ACME_DIR: acmeFolder,
				ACCESS_LOG: join(folder, 'access.log'),
			};
			const config = fillIn('deploy/nginx.conf.template', environment);
			writeFileSync(join(folder, 'proxy.conf'), servers.length === 1 ? config : upstream(servers) + config);
			writeFileSync(join(folder, 'nginx.conf'), mainConfig(folder));
			const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'];
			const proxy = launcher.launch(nginx, args, {});
			const alive = () => visitor().ask('/healthz');
			// Before nginx listens, the connection is refused.
			await until(async () => (await alive().catch(() => null))?.status === 200, proxy);
		},
	};
}

/** deploy/servers.conf.example with these servers. */
function upstream(servers: readonly string[]): string {
	const left = [...servers];
	const text = readFileSync(join(ROOT, 'deploy/servers.conf.example'), 'utf8');
	const filled = text.replaceAll(/server [\d.]+:\d+/g, () => `server ${left.shift()}`);
	if (left.length > 0) throw new Error('deploy/servers.conf.example names fewer servers');
	return filled;
}

function makeCertificate(folder: string): void {
	const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
	const names = ['-subj', '/CN=dropwire', '-addext', `subjectAltName=IP:${HOST}`];
	const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
	execFileSync('openssl', ['req', '-x509', '-days', '2', ...key, ...files, ...names], { stdio: 'pipe' });
}

/** Like nginx's image, replaces variables that exist in the environment and keeps nginx's own variables. */
function fillIn(template: string, environment: Record<string, string>): string {
	const file = readFileSync(join(ROOT, template), 'utf8');
	return file.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => environment[name] ?? whole);
}

/** The main configuration that nginx's image puts around our file, with all written files in one folder. */
function mainConfig(folder: string): string {
	const parts = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
	const temporary = parts.map((part) => `${part}_temp_path ${join(folder, 'temp', part)};`);
	// Only our user can access the folder, so nginx's default user could not.
	const user = process.getuid?.() === 0 ? 'user root;' : '';
	return `${user} pid ${folder}/nginx.pid; error_log stderr notice; worker_processes 2; events {}
		http { ${temporary.join(' ')} keepalive_timeout 65; include ${folder}/proxy.conf; }`;
}
