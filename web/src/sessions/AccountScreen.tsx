import '../portal/portal.css';
import './sessions.css';
import { type GivenRole, ROLE_NAMES } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { signOut } from '../api/client.ts';
import { Contact } from '../ui/Contact.tsx';
import { OwnGrants } from '../grants/OwnGrants.tsx';
import { LinkedRoles } from '../linkedRoles/LinkedRoles.tsx';
import { dateTime } from '../ui/format.ts';
import { useUser } from '../ui/Guard.tsx';
import { flushDeletions } from '../ui/Undo.tsx';
import { UserAvatar } from '../ui/UserAvatar.tsx';
import { OwnSessions } from './Sessions.tsx';

/** The account of somebody with access: what they can use and until when, and where they are signed in. */
export default function AccountScreen() {
	const user = useUser();
	return (
		<div className="portal">
			<div className="portal-head">
				<div className="account-head">
					<UserAvatar {...user} />
					<div>
						<h1>Account</h1>
						<p className="dim">Signed in as {user.username}</p>
					</div>
				</div>
				<Button variant="default" size="xs" onClick={() => void flushDeletions().then(signOut)}>
					Sign out
				</Button>
			</div>
			<Access />
			<OwnGrants {...(user.roles.includes('admin') && { subject: user.discordId })} />
			<LinkedRoles />
			<OwnSessions />
			<p className="dim">
				A retailer token that you have sent is in the <Link to="/userportal/accesstoken">user portal</Link>. What
				Dropwire stores about you is in the <a href="/privacy-policy-and-terms">privacy policy</a>.
			</p>
		</div>
	);
}

function Access() {
	const { roles, plan, expiresAt } = useUser();
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
						<dd>{plan}</dd>
					</>
				)}
				<dt>Until</dt>
				<dd className={expired ? 'bad' : ''}>
					{expiresAt === null ? 'No end date' : `${dateTime(expiresAt)}${expired ? ' (expired: read-only)' : ''}`}
				</dd>
			</dl>
			{!isOperator && (
				<p className="dim">
					To change or extend it, ask an operator. <Contact />
				</p>
			)}
		</section>
	);
}
