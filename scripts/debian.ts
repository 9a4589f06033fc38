/**
 * Follows docs/debian.md, command by command, in a Debian 12 of its own (debootstrap), from the packages to a message
 * that the engine sends, the command of the backup's timer, and a restore. The sandbox takes the place of Discord, and a small `systemctl` that of systemd: it starts what the units name, as
 * their users and with their settings, without systemd's restrictions. Run as root: `node scripts/debian.ts`; it takes some minutes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmConfiguration } from './imageBuild.ts';
import { shopUrls } from '@dropwire/retailers';
import { SANDBOX_APP, SANDBOX_USERS, shopUrl } from '@dropwire/sandbox';

const repository = join(import.meta.dirname, '..');
const page = readFileSync(join(repository, 'docs/debian.md'), 'utf8');
/** The commands of the page's steps, in their order; what is no `sh` is for the person who reads. */
const steps = [...page.matchAll(/^( *)```sh\n(.*?)^ *```$/gms)].map(([, indent = '', text = '']) =>
	text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
);
const [packages = '', code = '', database = '', settings = '', start = '', nginx = '', drill = ''] = steps;
/** If this process is killed, so is what runs in these namespaces. */
const APART = ['--mount', '--pid', '--fork', '--kill-child'];
const SANDBOX = 'http://127.0.0.1:4000';

/** Starts what units name: each line of `Environment` and `EnvironmentFile`, then `ExecStart` as `User`. */
const SYSTEMCTL = `#!/bin/bash
set -e
show() { cat "/etc/systemd/system/$1" /etc/systemd/system/dropwire-.service.d/common.conf; }
value() { sed -n "s/^$2=-\\?//p" <<< "$1" | sed "s/%i/$3/g"; }
run() {
	instance=$(sed -n 's/.*@\\([^.]*\\).*/\\1/p' <<< "$1")
	unit=$(show "$(sed 's/@[^.]*/@/' <<< "$1")")
	user=$(value "$unit" User)
	install -d -o "$user" -m 700 /var/lib/dropwire
	settings=$(cat $(value "$unit" EnvironmentFile "$instance" | xargs -n1 ls 2> /dev/null); value "$unit" Environment "$instance" | tr ' ' '\\n')
	cd "$(value "$unit" WorkingDirectory)"
	for command in ExecStart ExecStartPost; do
		value "$unit" "$command" "$instance" | xargs --no-run-if-empty \
			env -i PATH=/usr/bin:/bin $settings setpriv --reuid "$user" --regid "$user" --init-groups
	done
}
case "$1 $2" in
	'restart mariadb') mariadb-admin shutdown 2> /dev/null || true; mariadbd-safe --user=mysql > /var/log/mariadb 2>&1 & until mariadb-admin ping --silent; do sleep 0.2; done ;;
	'reload nginx') nginx ;;
	enable*)
		for unit in "\${@:3}"; do
			case $unit in
				*.timer) ;;
				dropwire-migrate) run "$unit.service" ;;
				*) run "$unit.service" > "/var/log/$unit" 2>&1 & ;;
			esac
		done
		;;
	start*) run "$2.service" ;;
esac
`;
/** Without a network of its own, the database and the server would meet those of this machine. */
const OFFLINE = `
ip link set lo up
cd /opt/dropwire
SANDBOX_PORT=4000 node_modules/.bin/node packages/sandbox/src/main.ts > /var/log/sandbox 2>&1 &
mkdir -p /run/mysqld && chown mysql /run/mysqld
systemctl restart mariadb
${database}
${settings}
cat >> /etc/dropwire/dropwire.env <<'ENV'
DISCORD_URL=${SANDBOX}
SHOP_URLS=${JSON.stringify(shopUrls((name) => shopUrl(SANDBOX, name)))}
ENV
${start}
${nginx}
curl --fail --silent --show-error --insecure --resolve "$DOMAIN:443:127.0.0.1" "https://$DOMAIN/healthz"
curl --fail --silent --show-error http://127.0.0.1:9471/metrics | grep dropwire_build_info
echo "127.0.0.1 $DOMAIN" >> /etc/hosts
node_modules/.bin/node scripts/debianDelivery.ts "https://$DOMAIN" /etc/nginx/tls/fullchain.pem ${SANDBOX}
systemctl start "$(basename "$(ls /etc/systemd/system/*.timer)" .timer)"
ls -l /var/backups/dropwire
${drill}
`;

/** Ends what runs, so that the folder is removed after a signal, too. */
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort());

const root = mkdtempSync(join(tmpdir(), 'dropwire-debian-'));
const npm = npmConfiguration(tmpdir());
try {
	// Users other than root start the processes.
	chmodSync(root, 0o755);
	// Its mounts end with its namespace.
	await run('unshare', ...APART, 'debootstrap', '--variant=minbase', 'bookworm', root);
	for (const path of ['etc/resolv.conf', 'etc/hosts']) cpSync(join('/', path), join(root, path));
	cpSync(npm.file, join(root, 'root/.npmrc'));
	if (npm.authorities) {
		// The package of Debian's authorities writes a file of the same name.
		cpSync(npm.authorities, join(root, 'root/authorities.pem'));
		appendFileSync(join(root, 'root/.npmrc'), '\ncafile=/root/authorities.pem\n');
	}
	writeFileSync(join(root, 'usr/local/bin/systemctl'), SYSTEMCTL);
	chmodSync(join(root, 'usr/local/bin/systemctl'), 0o755);
	// What a power failure would lose is made again.
	writeFileSync(join(root, 'etc/dpkg/dpkg.cfg.d/unsafe-io'), 'force-unsafe-io\n');
	await run('git', 'clone', '--quiet', repository, join(root, 'root/dropwire'));
	await inside(`${packages}${code}`);
	await inside(OFFLINE, '--net');
	console.log('The page works.');
} finally {
	npm.remove();
	// After a signal, what was killed may end only now.
	rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

/** Runs a script in the new Debian. Everything that it has started or mounted ends with it. */
async function inside(script: string, ...namespaces: string[]): Promise<void> {
	const mounts = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" /bin/bash -exc "$1"';
	await run('unshare', ...APART, ...namespaces, 'sh', '-c', mounts, root, script);
}

/** @throws Error if the command fails, whose output is shown as it comes */
async function run(command: string, ...args: string[]): Promise<void> {
	interrupted.signal.throwIfAborted();
	const env = {
		PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
		DEBIAN_FRONTEND: 'noninteractive',
		REPOSITORY: '/root/dropwire',
		DOMAIN: 'drop.example',
		DISCORD_CLIENT_ID: SANDBOX_APP.clientId,
		DISCORD_CLIENT_SECRET: SANDBOX_APP.clientSecret,
		ADMIN_DISCORD_IDS: SANDBOX_USERS.ada.id,
	};
	const { signal } = interrupted;
	// `unshare` ignores SIGTERM while it waits for what it started.
	const child = spawn(command, args, { stdio: 'inherit', env, signal, killSignal: 'SIGKILL' });
	const [status] = (await once(child, 'exit')) as [number | null];
	if (status !== 0) throw new Error(`${command} ended with ${status}`);
}
