<?php

// A TCP proxy that can go away: php proxy.php <port> <target host:port> <control file>. While the control file holds a time
// (as microtime() has it) that is not over, connections are cut and new ones are closed at once.

declare(strict_types=1);

[, $port, $target, $control] = $argv;
$server = \stream_socket_server("tcp://127.0.0.1:$port");
if ($server === false) {
    exit(1);
}
/** @var array<int, array{resource, resource}> $peers both ends by the number of either */
$peers = [];
$close = static function (int $id) use (&$peers): void {
    foreach ($peers[$id] ?? [] as $end) {
        unset($peers[(int) $end]);
        \fclose($end);
    }
};
while (true) {
    $read = [$server];
    foreach ($peers as $id => [$own]) {
        $read[$id] = $own;
    }
    $write = $except = null;
    if (\stream_select($read, $write, $except, 0, 20_000) === false) {
        exit(0);
    }
    $isDown = (float) @\file_get_contents($control) > \microtime(true);
    if ($isDown) {
        foreach (\array_keys($peers) as $id) {
            $close($id);
        }
    }
    foreach ($read as $id => $stream) {
        if ($stream === $server) {
            $client = \stream_socket_accept($server, 0);
            $up = $client === false || $isDown ? false : @\stream_socket_client("tcp://$target", timeout: 2);
            if ($client !== false && $up !== false) {
                \stream_set_blocking($client, false);
                \stream_set_blocking($up, false);
                $peers[(int) $client] = [$client, $up];
                $peers[(int) $up] = [$up, $client];
            } elseif ($client !== false) {
                \fclose($client);
            }
            continue;
        }
        if (!isset($peers[$id])) {
            continue;
        }
        $data = \fread($stream, 65536);
        if ($data === false || ($data === '' && \feof($stream))) {
            $close($id);
            continue;
        }
        $peer = $peers[$id][1];
        for ($sent = 0; $sent < \strlen($data); $sent += (int) $more) {
            $more = @\fwrite($peer, \substr($data, $sent));
            if ($more === false) {
                $close($id);
                break;
            }
        }
    }
}
