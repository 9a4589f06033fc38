import '../portal/portal.css';
import './account.css';
import { type GivenRole, PAGES, ROLE_NAMES } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Contact } from '../ui/Contact.tsx';
import { OwnGrants } from '../grants/OwnGrants.tsx';
import { LinkedRoles } from '../linkedRoles/LinkedRoles.tsx';
import { dateTime } from '../ui/format.ts';
import { useUser } from '../ui/Guard.tsx';
import { Title } from '../ui/Title.tsx';
import { signOut } from '../ui/signOut.ts';
import { UserAvatar } from '../ui/UserAvatar.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { YourData } from './YourData.tsx';

/** The account of a signed-in person: what they can use and until when, where they are signed in, and what is stored about them. */
export default function Account() {
	const user = useUser();
	return (
		<div className="portal">
			<Title of="Account" />
			<div className="portal-head">
				<div className="account-head">
					<UserAvatar {...user} />
					<div>
						<h1>Account</h1>
						<p className="dim">Signed in as {user.username}</p>
					</div>
				</div>
				<Button variant="default" size="xs" onClick={() => void signOut()}>
					Sign out
				</Button>
			</div>
			{user.hasAccess ? <Access /> : <NoAccess />}
			<OwnGrants {...((user.roles.includes('admin') || !user.hasAccess) && { subject: user.discordId })} />
			<LinkedRoles />
			<OwnSessions />
			<YourData />
		</div>
	);
}

function NoAccess() {
	return (
		<section className="card" aria-labelledby="access">
			<h2 id="access">Access</h2>
			<p>
				You have no access to the dashboard. You can <Link to={PAGES.watches}>watch products</Link>, or{' '}
				<Link to={PAGES.requestAccess}>request access</Link>.
			</p>
		</section>
	);
}

function Access() {
	const { roles, plan, planEndsAt, expiresAt } = useUser();
	const isOperator = roles.includes('admin');
	const given = roles.filter((role): role is GivenRole => role !== 'admin').map((role) => ROLE_NAMES[role]);
	const names = [...(isOperator ? ['Operator'] : []), ...given];
	const expired = expiresAt !== null && expiresAt <= Date.now();
	return (
		<section className="card" aria-labelledby="access">
			<h2 id="access">Access</h2>
			<dl className="account-facts">
				<dt>Roles</dt>
				<dd>{names.length > 0 ? names.join(', ') : 'Client'}</dd>
				{plan !== null && (
					<>
						<dt>Plan</dt>
						<dd>
							{plan}
							{planEndsAt !== expiresAt && planEndsAt !== null && ` until ${dateTime(planEndsAt)}`}
						</dd>
					</>
				)}
				<dt>Access until</dt>
				<dd className={expired ? 'bad' : ''}>
					{expiresAt === null ? 'No end date' : `${dateTime(expiresAt)}${expired ? ' (expired: read-only)' : ''}`}
				</dd>
			</dl>
			{!isOperator && (
				<p className="dim">
					To change or extend what an operator gave you, ask an operator. <Contact />
				</p>
			)}
		</section>
	);
}
