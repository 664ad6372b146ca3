import java.nio.file.Path;
import org.codelibs.opensearch.runner.OpenSearchRunner;

/**
 * One OpenSearch node for tests and benchmarks, on the loopback address. The arguments are its port and its folder. It
 * stops when its standard input ends, so that it never outlives its parent process.
 */
public class Engine {
    public static void main(String[] args) throws Exception {
        var port = args[0];
        var runner = new OpenSearchRunner();
        runner.onBuild((number, settings) -> {
            settings.put("network.host", "127.0.0.1");
            settings.put("http.port", port);
            // No other node connects, so any free port is suitable.
            settings.put("transport.port", "0");
            settings.put("discovery.type", "single-node");
            // The disk of a test host may be nearly full.
            settings.put("cluster.routing.allocation.disk.threshold_enabled", false);
        });
        try {
            runner.build("-basePath", Path.of(args[1]).toAbsolutePath().toString(), "-numOfNode", "1");
        } catch (Throwable failure) {
            failure.printStackTrace();
            System.exit(1);
        }
        while (System.in.read() >= 0) { }
        runner.close();
        System.exit(0);
    }
}
