import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onServer, TEST_SECRET_KEY } from '../testing.ts';
import { describeFailure } from './errors.ts';
import { openDatabase } from './open.ts';

/** The bit of the second byte of a side's capabilities that says that it can speak TLS (MySQL's protocol, `CLIENT_SSL`). */
const CAN_TLS = 0x08;
/** The length of a client's request to speak TLS: the header of a packet, and 32 bytes. */
const REQUEST_BYTES = 36;

/** Gives a database server without a certificate TLS: the client asks for it after the greeting, before it signs in. */
function secure(client: Socket, server: Socket, keys: { key: Buffer; cert: Buffer }): void {
	for (const socket of [client, server]) socket.on('error', () => undefined);
	client.on('close', () => server.destroy());
	server.once('data', (greeting) => {
		// After the header, the protocol's version and the server's: a connection's id, 8 bytes of a nonce, and a zero.
		const capabilities = greeting.indexOf(0, 5) + 1 + 4 + 8 + 1;
		greeting[capabilities + 1]! |= CAN_TLS;
		client.write(greeting);
		client.once('data', (request) => {
			client.pause();
			client.unshift(request.subarray(REQUEST_BYTES));
			const tls = new TLSSocket(client, { isServer: true, ...keys });
			tls.on('error', () => client.destroy());
			// The server has not seen the request, so until the client is signed in, its packets have other numbers.
			let signedIn = false;
			tls.once('data', (login) => {
				login[5]! &= ~CAN_TLS;
			});
			tls.on('data', (packet) => {
				if (!signedIn) packet[3]!--;
				server.write(packet);
			});
			server.on('data', (packet) => {
				if (!signedIn) packet[3]!++;
				signedIn ||= packet[4] === 0;
				tls.write(packet);
			});
		});
	});
}

describe.runIf(onServer)('a database server with a certificate', () => {
	let folder: string;
	let proxy: Server;
	/** The certificate that the server shows, by its file. */
	let shown = 'localhost';
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'dropwire-test-'));
		const file = (name: string) => join(folder, name);
		for (const name of ['localhost', 'other', 'elsewhere']) {
			const made = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost`;
			const named = [
				'-addext',
				`subjectAltName=DNS:${name === 'other' ? 'localhost' : name}`,
				'-keyout',
				file(`${name}.key`),
				'-out',
				file(`${name}.pem`),
			];
			execFileSync('openssl', [...made.split(' '), ...named], { stdio: 'ignore' });
		}
		const keysOf = (name: string) => ({
			key: readFileSync(file(`${name}.key`)),
			cert: readFileSync(file(`${name}.pem`)),
		});
		const { hostname, port } = new URL(process.env['DATABASE_URL'] as string);
		proxy = createServer((client) => secure(client, connect(Number(port || 3306), hostname), keysOf(shown)));
		proxy.listen(0);
		await once(proxy, 'listening');
	});
	afterAll(() => {
		proxy.close();
		rmSync(folder, { recursive: true });
	});

	/** What a statement answers, or why there is no answer. */
	async function answerAt(host: string, port: number, options: string): Promise<unknown> {
		const url = new URL(process.env['DATABASE_URL'] as string);
		url.hostname = host;
		url.port = String(port);
		const db = openDatabase({ url: `${url.href}?${options}`, dataDir: folder, secretKey: TEST_SECRET_KEY });
		try {
			return await db.knex.first(db.knex.raw('1 as one'));
		} catch (error) {
			return describeFailure(error);
		} finally {
			await db.close();
		}
	}
	const proxyPort = () => (proxy.address() as AddressInfo).port;
	const trusting = (name: string) => `ssl=true&sslCa=${encodeURIComponent(join(folder, `${name}.pem`))}`;

	test('is used with the authority that signed it', async () => {
		expect(await answerAt('localhost', proxyPort(), trusting('localhost'))).toEqual({ one: 1 });
	});

	test.each([
		['localhost', () => trusting('other')],
		['localhost', () => 'ssl=true'],
		['elsewhere', () => trusting('elsewhere')],
	])('is rejected with another authority or name (%s)', async (certificate, options) => {
		shown = certificate;
		expect(await answerAt('localhost', proxyPort(), options())).toMatch(/^DATABASE_URL: .*sslCa is the authority/);
	});

	test('a server without one is rejected', async () => {
		const port = Number(new URL(process.env['DATABASE_URL'] as string).port || 3306);
		expect(await answerAt('localhost', port, 'ssl=true')).toMatch(/^DATABASE_URL: .* or remove ssl=true\.$/);
	});
});
