import { type GivenRole, PAGES } from '@dropwire/contract';
import { Button, Group } from '@mantine/core';
import { Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { GetPremium } from '../grants/GetPremium.tsx';
import { useUser } from '../ui/Guard.tsx';
import { AskForRole } from './AskForRole.tsx';

/** A part of a page that the user lacks the right for: what it is, in a sentence, and how to get it. */
export function Locked({ text, wanted }: { text: string; wanted?: GivenRole }) {
	const { hasAccess } = useUser();
	return (
		<section className="card locked">
			<Lock size={16} aria-hidden="true" />
			<p>{text}</p>
			{hasAccess && wanted !== undefined ? (
				<AskForRole wanted={wanted} />
			) : (
				<Group gap="xs">
					{wanted === 'premium' && <GetPremium />}
					<Button component={Link} to={PAGES.requestAccess} variant="default">
						Request access
					</Button>
				</Group>
			)}
		</section>
	);
}
