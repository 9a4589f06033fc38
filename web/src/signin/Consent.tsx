import '../portal/portal.css';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Banner } from '../ui/Banner.tsx';
import { Guard } from '../ui/Guard.tsx';
import { Skeletons } from '../ui/Loading.tsx';
import { PublicPage } from '../ui/PublicPage.tsx';
import { Title } from '../ui/Title.tsx';

/** A page on which a signed-in user lets the command line act as them. */
export function SigninPage({ children }: { children: ReactNode }) {
	return (
		<PublicPage>
			<Title of="Sign in to the command line" />
			<Guard waiting={<Skeletons rows={3} />}>{children}</Guard>
		</PublicPage>
	);
}

interface Props {
	/** Who wants what, and when to allow it. */
	children: ReactNode;
	/** The code that the terminal also shows. */
	code: string;
	busy: boolean;
	allow(): void;
	/** The address that denies the request, or what denies it. */
	deny: string | (() => void);
	problem: string | null;
}

/** Asks whether the command line can act as the user. */
export function Consent({ children, code, busy, allow, deny, problem }: Props) {
	return (
		<div className="portal">
			<h1>Allow the command line to act as you?</h1>
			<section className="card">
				{children}
				<p className="pairing mono">{code}</p>
				<div className="pairing-actions">
					<Button onClick={allow} loading={busy}>
						Allow
					</Button>
					{typeof deny === 'string' ? (
						<Button variant="default" component="a" href={deny}>
							Deny
						</Button>
					) : (
						<Button variant="default" onClick={deny} disabled={busy}>
							Deny
						</Button>
					)}
				</div>
				<Banner outcome={problem === null ? null : { bad: true, text: problem }} />
			</section>
		</div>
	);
}
