import type { status as english } from '../en/status.ts';
import type { Translated } from '@dropwire/domain/texts';

export const status: Translated<typeof english> = {
	'status.ok': 'Tudo funcionando',
	'status.stopped': 'O Dropwire não está funcionando',
	'status.lateMessages': 'As mensagens estão atrasadas',
	'status.linksFail': 'Alguns vínculos não funcionam',
	'status.rights': 'Faltam permissões ao bot',
	'status.blocked': 'Alguns produtos não podem ser verificados',
	'status.suspect': 'Uma loja provavelmente mudou de formato',
	'status.lateChecks': 'As verificações estão atrasadas',
	'status.stoppedText':
		'**O motor está parado**: nenhum produto é verificado e nenhuma mensagem é enviada. Fale com os operadores.',
	'status.lateText': 'Mensagem mais antiga em espera: {when}.',
	'status.server': 'Este servidor',
	'status.links': { one: '{count} vínculo', other: '{count} vínculos' },
	'status.linksOff': { one: '**{count} desativado**', other: '**{count} desativados**' },
	'status.linksFailing': { other: '**{count} com falhas**' },
	'status.linksPaused': { one: '{count} pausado', other: '{count} pausados' },
	'status.linksMore': '`{/links}` mostra o motivo e o que fazer.',
	'status.linksNone': 'Este servidor ainda não tem vínculos. `{/setup}` vincula vários assuntos a um canal.',
	'status.day': 'Enviadas nas últimas 24 horas: {sent}; com falha: {failed}',
	'status.week': 'Enviadas nos últimos 7 dias: {sent}; com falha: {failed}',
	'status.delay': 'Atraso mediano, da mudança até o Discord: {delay}',
	'status.last': 'Última mensagem: {when}',
	'status.lastNone': 'Última mensagem: nenhuma ainda',
	'status.notices': 'Avisos de lojas: {state} (`{/notices}`)',
	'status.on': 'ativados',
	'status.off': 'desativados',
	'status.events': 'Eventos de lançamentos: {state} (`{/drops-events}`)',
	'status.watched': 'O que é monitorado para os seus assuntos',
	'status.rightsTitle': 'Permissões que faltam',
	'status.rightsLine': '<#{channel}>: {permissions}',
	'status.rightsHow':
		'Abra as configurações do canal, depois Permissões, adicione o cargo **Dropwire** e permita-as. Até lá, os vínculos desses canais não podem ser criados nem reparados.',
	'status.rightsMore': { one: 'e mais {count} canal', other: 'e mais {count} canais' },
	'service.title': 'O serviço, para operadores',
	'service.engines': { one: 'Motor: {count} processo', other: 'Motor: {count} processos' },
	'service.watching': {
		one: 'Monitorado: {count} SKU, contado por região',
		other: 'Monitorados: {count} SKUs, contados por região',
	},
	'service.lastChange': 'Última mudança de um produto: {when}',
	'service.lastMessage': 'Última mensagem: {when}',
	'service.hour': 'Enviadas na última hora, todos os servidores: {sent}; com falha: {failed}',
	'service.queueEmpty': 'Fila: vazia',
	'service.queue': {
		one: 'Fila: {count} mensagem (a mais antiga: {when})',
		other: 'Fila: {count} mensagens (a mais antiga: {when})',
	},
	'service.never': 'nenhuma ainda',
	'coverage.blocked': 'Bloqueado ({since}): {reason} ({places}).',
	'coverage.suspect': 'Suspeito ({since}): {reason} ({places}). O formato da loja provavelmente mudou.',
	'coverage.late': 'Atrasado ({places}). Verificação mais antiga: {ago}; uma rodada leva {round}.',
	'coverage.silent': 'Atrasado: o monitor {monitor} deu sinal pela última vez {since}.',
	'coverage.unwatched': {
		one: 'Nada é monitorado ainda; {count} vínculo espera ({places}).',
		other: 'Nada é monitorado ainda; {count} vínculos esperam ({places}).',
	},
	'coverage.unsold': 'Nenhum vínculo está ativo, então nada é verificado ({places}).',
	'coverage.watched': {
		one: '{skus} SKU em {places}, verificado a cada {round} em média; verificação mais antiga: {ago}.',
		other: '{skus} SKUs em {places}, cada um verificado a cada {round} em média; verificação mais antiga: {ago}.',
	},
	'coverage.new': {
		one: '{skus} SKU em {places}, ainda não verificado.',
		other: '{skus} SKUs em {places}, ainda não verificados.',
	},
	'coverage.reported': 'Informado pelo monitor {monitor}, última chamada {ago}.',
	'coverage.noReason': 'motivo desconhecido',
	'pause.resumed':
		'Este servidor foi pausado {when}, porque ninguém da lista de acesso o gerenciava. Você está na lista, então os canais voltam a receber mensagens.',
	'pause.paused':
		'**Pausado** ({when}): ninguém da lista de acesso gerencia este servidor, então os canais não recebem mensagens. Os vínculos são mantidos e voltam a funcionar assim que um dos gerentes do servidor estiver na lista.',
	'notices.title': 'Avisos',
	'notices.shopsOn':
		'**Lojas: ativados.** Quando uma loja não pode ser consultada por cinco minutos, o webhook mais antigo dessa marca aqui recebe uma mensagem, e outra quando a loja volta a responder.',
	'notices.shopsOff': '**Lojas: desativados.** `{/notices shops}:{on}` ativa os avisos.',
	'notices.linksOn':
		'**Vínculos: ativados.** Quando um vínculo para de funcionar, o bot escreve em outro canal com um vínculo ou no canal do sistema.',
	'notices.linksOff': '**Vínculos: desativados.** `{/notices links}:{on}` ativa os avisos.',
	'notices.undelivered':
		'Alguns vínculos pararam de funcionar {when}, e o bot não conseguiu avisar em nenhum canal: {reason}. Permita **{send}** e **{embed}** em um canal com um vínculo, para que ele consiga da próxima vez.',
	'events.title': 'Eventos de lançamentos',
	'events.region':
		'**Ativados.** O bot mantém um evento para cada um dos próximos lançamentos ({region}): {count} agora.',
	'events.topics':
		'**Ativados.** O bot mantém um evento para cada um dos próximos lançamentos dos assuntos deste servidor: {count} agora.',
	'events.off':
		'**Desativados.** `{/drops-events state}:{on}` mantém neste servidor um evento para cada um dos próximos lançamentos.',
	'events.deleting': {
		one: '**Desativados.** O bot apaga {count} evento.',
		other: '**Desativados.** O bot apaga {count} eventos.',
	},
	'events.stopped': '**Desativados.** {reason}',
	'events.lacks':
		'O bot precisa da permissão **{events}** neste servidor. Abra as configurações do servidor, depois Cargos, **Dropwire**, Permissões, conceda-a e use `{/drops-events state}:{on}`.',
	'events.full': {
		one: 'Este servidor tem 100 eventos programados, o máximo do Discord: {count} lançamento não tem nenhum.',
		other: 'Este servidor tem 100 eventos programados, o máximo do Discord: {count} lançamentos não têm nenhum.',
	},
	'events.noTopic':
		'Este servidor não tem um assunto de lançamentos como Nike Releases. Escolha uma região: `{/drops-events region}`.',
	'found.title': 'Achados',
	'found.none': 'As buscas por palavras-chave ainda não encontraram nenhum produto novo.',
	'found.added': '**{title}** agora está em {list}.',
	'found.watch': 'Monitorar {title}',
	'found.newest': 'os {count} mais novos',
	'found.noList': 'nenhuma lista o aceita',
	'found.on': 'em {list}',
	'found.notOn': 'fora de {list}',
	'found.noPrice': 'preço desconhecido',
	'help.intro': 'O Dropwire publica nos seus canais assim que um produto muda.',
	'help.access':
		'`{/drops}` é para todos; `{/product}`, `{/resale}` e `{/stores}` são para qualquer pessoa com o cargo premium, em servidores e em mensagens diretas. Os outros comandos exigem a permissão **{manage}** e estar na lista de acesso do Dropwire. Só você vê as respostas.',
	'footer.request': 'solicitação {id}',
};
